#include "common/error.hpp"

#include "common/device.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <new>
#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

namespace common {
namespace {

// What each error means, and what to try.
// clang-format off
#define ENTRY(code, meaning, advice) ErrorInfo{code, #code, meaning, advice}
constexpr std::array errors{
    ENTRY(CL_DEVICE_NOT_FOUND, "No device of the wanted type exists on this platform.", "Ask for another type (CL_DEVICE_TYPE_ALL) or another platform; `./learn doctor` lists what is there."),
    ENTRY(CL_DEVICE_NOT_AVAILABLE, "The device exists but cannot be used at present.", "Close other programs that use it exclusively, or choose another device with --device."),
    ENTRY(CL_COMPILER_NOT_AVAILABLE, "This platform has no compiler for OpenCL C (an embedded profile may leave it out).", "Load a program from a binary made for this device, or use another platform."),
    ENTRY(CL_MEM_OBJECT_ALLOCATION_FAILURE, "The device could not allocate the memory of a buffer or image.", "Use a smaller problem, or release other buffers first."),
    ENTRY(CL_OUT_OF_RESOURCES, "The device ran out of something, or a kernel crashed: drivers report a wild memory access this way.", "Run a small size under Oclgrind to find an out-of-bounds access; else use less local memory, fewer registers or smaller work-groups."),
    ENTRY(CL_OUT_OF_HOST_MEMORY, "The OpenCL library could not allocate memory on the host.", "Use a smaller problem or close other programs."),
    ENTRY(CL_PROFILING_INFO_NOT_AVAILABLE, "The event has no times: its queue does not profile, it has not completed, or it is a user event.", "Create the queue with CL_QUEUE_PROFILING_ENABLE and wait for the event before asking."),
    ENTRY(CL_MEM_COPY_OVERLAP, "Source and destination of a copy overlap within one memory object.", "Copy through a second buffer, or in pieces that do not overlap."),
    ENTRY(CL_IMAGE_FORMAT_MISMATCH, "The two images of a copy have different formats.", "Create both with the same channel order and channel type."),
    ENTRY(CL_IMAGE_FORMAT_NOT_SUPPORTED, "The device does not support this image format for this use.", "Choose one from clGetSupportedImageFormats; CL_RGBA with CL_UNORM_INT8 or CL_FLOAT is everywhere."),
    ENTRY(CL_BUILD_PROGRAM_FAILURE, "The program did not compile or link.", "Read the build log (CL_PROGRAM_BUILD_LOG); the first error in it is the one to mend."),
    ENTRY(CL_MAP_FAILURE, "The region could not be mapped into the host's memory.", "Map a smaller region, or read and write it with copies."),
    ENTRY(CL_MISALIGNED_SUB_BUFFER_OFFSET, "A sub-buffer's origin is not aligned as the device needs it.", "Make the origin a multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN / 8 bytes."),
    ENTRY(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "A command that this one waited for ended with an error.", "Look at the execution status of the events in the wait list: the first negative one is the cause."),
    ENTRY(CL_COMPILE_PROGRAM_FAILURE, "clCompileProgram found errors in the source.", "Read the build log; check that all headers were passed."),
    ENTRY(CL_LINKER_NOT_AVAILABLE, "This platform cannot link programs that were compiled separately.", "Build all sources at once with clBuildProgram."),
    ENTRY(CL_LINK_PROGRAM_FAILURE, "clLinkProgram failed.", "Read the link log: usually a function is defined twice or not at all."),
    ENTRY(CL_DEVICE_PARTITION_FAILED, "The device could not be divided in the wanted way.", "Check CL_DEVICE_PARTITION_PROPERTIES and CL_DEVICE_PARTITION_MAX_SUB_DEVICES first."),
    ENTRY(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, "The program holds no information about its kernels' arguments.", "Build it from source with the option -cl-kernel-arg-info."),
    ENTRY(CL_INVALID_VALUE, "An argument has a value that is not allowed: a flag, an enum, a size, a region, or a null pointer.", "Check sizes and offsets against the memory object, and flags that exclude each other."),
    ENTRY(CL_INVALID_DEVICE_TYPE, "The device type is not one of CL_DEVICE_TYPE_*.", "Use CL_DEVICE_TYPE_CPU, _GPU, _ACCELERATOR, _CUSTOM, _DEFAULT or _ALL."),
    ENTRY(CL_INVALID_PLATFORM, "The platform is not valid.", "Pass an id from clGetPlatformIDs; with several vendors installed, null does not choose one for you."),
    ENTRY(CL_INVALID_DEVICE, "The device is not valid here, often because it belongs to another platform or context.", "Use devices that the context was created with."),
    ENTRY(CL_INVALID_CONTEXT, "The context is not valid, or objects of two contexts were mixed in one call.", "Create queue, buffers, program and kernel in the same context."),
    ENTRY(CL_INVALID_QUEUE_PROPERTIES, "The device does not support these queue properties.", "Ask CL_DEVICE_QUEUE_ON_HOST_PROPERTIES first: out-of-order execution is optional."),
    ENTRY(CL_INVALID_COMMAND_QUEUE, "The command-queue is not valid; drivers also report a device that a crashed kernel left unusable this way.", "Check that the queue was not released; run a small size under Oclgrind to find a crash."),
    ENTRY(CL_INVALID_HOST_PTR, "Host pointer and memory flags contradict each other.", "Pass a pointer exactly when CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR is set."),
    ENTRY(CL_INVALID_MEM_OBJECT, "The memory object is not valid.", "Check that it was created in this context and not released; a null buffer is one never created."),
    ENTRY(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "The image format (channel order and type) is not a valid pair.", "See the table of image formats: CL_UNORM_SHORT_565 goes only with CL_RGB, for instance."),
    ENTRY(CL_INVALID_IMAGE_SIZE, "The image is larger than the device allows, or has a side of 0.", "Stay within CL_DEVICE_IMAGE2D_MAX_WIDTH and _HEIGHT, or cut the image into tiles."),
    ENTRY(CL_INVALID_SAMPLER, "The sampler is not valid.", "Create it in this context; mind that mirrored repeat needs normalised coordinates."),
    ENTRY(CL_INVALID_BINARY, "The program binary is not for this device, or damaged.", "Build from source again: binaries fit one device and one driver version."),
    ENTRY(CL_INVALID_BUILD_OPTIONS, "The build options are not valid.", "Check spelling and quotes; -cl-std=CL3.0 needs a device that has OpenCL C 3.0."),
    ENTRY(CL_INVALID_PROGRAM, "The program object is not valid.", "Check that it was created and not released."),
    ENTRY(CL_INVALID_PROGRAM_EXECUTABLE, "The program was not built for this device.", "Build it, and for the device of this queue."),
    ENTRY(CL_INVALID_KERNEL_NAME, "The program has no kernel of this name.", "Compare the spelling with the __kernel functions in the .cl file."),
    ENTRY(CL_INVALID_KERNEL_DEFINITION, "The kernel's signature differs between the devices of the program.", "Do not change parameters with device-dependent macros."),
    ENTRY(CL_INVALID_KERNEL, "The kernel object is not valid.", "Check that it was created and not released."),
    ENTRY(CL_INVALID_ARG_INDEX, "The kernel has no argument of this index.", "Arguments count from 0; compare with the kernel's parameter list."),
    ENTRY(CL_INVALID_ARG_VALUE, "The value does not fit the kernel argument.", "Local memory wants a size and no pointer; memory objects must be of the right kind."),
    ENTRY(CL_INVALID_ARG_SIZE, "The size of the value is not the size of the kernel's parameter.", "Pass cl_int for int, cl_float for float (not double, not size_t), and a nonzero size for local memory."),
    ENTRY(CL_INVALID_KERNEL_ARGS, "Not all arguments of the kernel have been set.", "Set every argument once before the launch."),
    ENTRY(CL_INVALID_WORK_DIMENSION, "The NDRange has too many dimensions, or none.", "Use 1, 2 or 3 dimensions."),
    ENTRY(CL_INVALID_WORK_GROUP_SIZE, "The local size is too large for this kernel on this device, does not divide the global size, or differs from the kernel's reqd_work_group_size.", "Make it smaller, round the global size up to a multiple of it, or pass no local size at all."),
    ENTRY(CL_INVALID_WORK_ITEM_SIZE, "The local size is too large in one dimension.", "Stay within CL_DEVICE_MAX_WORK_ITEM_SIZES in every dimension."),
    ENTRY(CL_INVALID_GLOBAL_OFFSET, "Global size plus offset exceed what the device can count.", "Use a smaller offset."),
    ENTRY(CL_INVALID_EVENT_WAIT_LIST, "The wait list holds something that is not an event, or its length and pointer disagree.", "Pass only events that an earlier call returned."),
    ENTRY(CL_INVALID_EVENT, "The event is not valid.", "An event exists only after the call that returns it; a null event is one never filled."),
    ENTRY(CL_INVALID_OPERATION, "The call is not allowed in this state or on this device.", "Look at the function's page for its conditions: mapping a host-no-access buffer, building a program with live kernels, and native kernels on a GPU are typical."),
    ENTRY(CL_INVALID_GL_OBJECT, "The OpenGL object is not valid for sharing.", "Create its storage in OpenGL before sharing it."),
    ENTRY(CL_INVALID_BUFFER_SIZE, "The buffer's size is 0 or more than one allocation may have on this device.", "Stay within CL_DEVICE_MAX_MEM_ALLOC_SIZE; split the data over several buffers."),
    ENTRY(CL_INVALID_MIP_LEVEL, "The mip-map level does not exist.", "Use level 0 unless the device has cl_khr_mipmap_image."),
    ENTRY(CL_INVALID_GLOBAL_WORK_SIZE, "The global size is 0 or too large (before OpenCL 2.1, 0 is an error).", "Do not launch when there is nothing to do."),
    ENTRY(CL_INVALID_PROPERTY, "A property's name or value is unknown, or one is given twice.", "End property lists with 0; name CL_CONTEXT_PLATFORM once."),
    ENTRY(CL_INVALID_IMAGE_DESCRIPTOR, "A field of the image descriptor is not valid.", "Set the fields that the image type does not use to 0; check row_pitch against width and pixel size."),
    ENTRY(CL_INVALID_COMPILER_OPTIONS, "clCompileProgram rejects these options.", "Check spelling; link options belong to clLinkProgram."),
    ENTRY(CL_INVALID_LINKER_OPTIONS, "clLinkProgram rejects these options.", "Check spelling; -D and -I belong to clCompileProgram."),
    ENTRY(CL_INVALID_DEVICE_PARTITION_COUNT, "The counts of compute units for the sub-devices do not fit the device.", "Their sum may be at most CL_DEVICE_MAX_COMPUTE_UNITS, and their number CL_DEVICE_PARTITION_MAX_SUB_DEVICES."),
    ENTRY(CL_INVALID_PIPE_SIZE, "The packet size or number of packets of a pipe is not valid.", "Stay within CL_DEVICE_PIPE_MAX_PACKET_SIZE; pipes are optional in OpenCL 3.0."),
    ENTRY(CL_INVALID_DEVICE_QUEUE, "The device queue is not valid.", "Create it with CL_QUEUE_ON_DEVICE on a device that supports device-side enqueue."),
    ENTRY(CL_INVALID_SPEC_ID, "The SPIR-V module has no specialization constant of this id.", "List the ids of the module, and set them before building."),
    ENTRY(CL_MAX_SIZE_RESTRICTION_EXCEEDED, "The size for a kernel argument is larger than its limit.", "Stay within what the kernel or device declares for it."),
    ENTRY(CL_PLATFORM_NOT_FOUND_KHR, "The ICD loader found no OpenCL implementation (no .icd file, or the library that it names is missing).", "Install one: `sudo apt install pocl-opencl-icd` runs OpenCL on any CPU; `./learn doctor` explains what it finds."),
    ErrorInfo{-9999, "an error of NVIDIA's own", "A kernel read or wrote outside of its buffers, and with that everything in its context is lost.", "Run a small size under Oclgrind, which names the line (`--oclgrind` of a lab); the program has to start anew."},
};
#undef ENTRY
// clang-format on

// The entry for `code`, or nullptr where the code is not one of OpenCL 3.0 (an extension's, say).
const ErrorInfo* find_error(cl_int code) {
  const auto found = std::find_if(errors.begin(), errors.end(),
                                  [&](const ErrorInfo& e) { return e.code == code; });
  return found == errors.end() ? nullptr : &*found;
}

// The device's limits that an error of this code is about; empty where none is.
std::string relevant_limits(cl_int code, const cl::Device& device) {
  const auto sizes = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
  switch (code) {
  case CL_INVALID_WORK_GROUP_SIZE:
  case CL_INVALID_WORK_ITEM_SIZE:
    return fmt::format("This device allows {} work-items in a work-group, and at most {} in the "
                       "dimensions; a kernel may allow fewer (CL_KERNEL_WORK_GROUP_SIZE).",
                       device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(), fmt::join(sizes, " x "));
  case CL_MEM_OBJECT_ALLOCATION_FAILURE:
  case CL_INVALID_BUFFER_SIZE:
    return fmt::format("This device has {} MiB of memory and allows {} MiB in one allocation.",
                       device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() >> 20,
                       device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >> 20);
  case CL_OUT_OF_RESOURCES:
    return fmt::format("This device has {} bytes of local memory for a work-group.",
                       device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
  case CL_INVALID_IMAGE_SIZE:
    return fmt::format("This device allows 2-D images of at most {} x {} pixels.",
                       device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>(),
                       device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>());
  case CL_MISALIGNED_SUB_BUFFER_OFFSET:
    return fmt::format("This device wants multiples of {} bytes.",
                       device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8);
  case CL_INVALID_DEVICE_PARTITION_COUNT:
    return fmt::format("This device has {} compute units.",
                       device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  default:
    return {};
  }
}

// Not with fmt::print, which throws where stderr is full or closed.
void print_error(const std::string& text) {
  std::fprintf(stderr, "error: %s\n", text.c_str());
}

// Standard streams that the caller has closed: the next files that the program opens would get their numbers, and what
// is printed would end up in them. Reading finds the end, errors are thrown away, and writing to stdout goes on failing.
void open_closed_streams() {
#ifndef _WIN32
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (fcntl(stream, F_GETFD) == -1)
      open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY); // gets the lowest number
#endif
}

// [run-main]
// What `body` returns, or the exit code for what it throws.
int code_of(const std::function<int()>& body) {
  try {
    return body();
  } catch (const Exit& e) {
    return e.code;
  } catch (const UsageError& e) {
    print_error(e.what());
    return exit_usage;
  } catch (const Skip& e) {
    std::printf("skipped: %s\n", e.what());
    return exit_skipped;
  } catch (const Error& e) {
    print_error(e.what());
  } catch (const cl::Error& e) {
    print_error(explain(e, current_device()));
  } catch (const std::bad_alloc&) {
    print_error("the host ran out of memory: use a smaller problem.");
  } catch (const std::exception& e) {
    print_error(e.what());
  } catch (...) {
    print_error("something was thrown that is not a std::exception.");
  }
  return exit_failed;
}
// [/run-main]

} // namespace

std::span<const ErrorInfo> all_errors() {
  return errors;
}

// [error-name]
std::string error_name(cl_int code) {
  const ErrorInfo* info = find_error(code);
  return info ? info->name : fmt::format("unknown error {}", code);
}
// [/error-name]

// [explain]
std::string explain(const cl::Error& error, const cl::Device& device) {
  const ErrorInfo* info = find_error(error.err());
  if (!info)
    return fmt::format("{} failed with the code {}, which is not one of OpenCL 3.0: extensions "
                       "(CL/cl_ext.h) and vendors have codes of their own.",
                       error.what(), error.err());
  const std::string text =
      fmt::format("{} failed with {} ({}).\n  What it means: {}\n  What to try:   {}", error.what(),
                  info->name, info->code, info->meaning, info->advice);
  const std::string limits = device() ? relevant_limits(error.err(), device) : "";
  return limits.empty() ? text : text + "\n  Limits:        " + limits;
}
// [/explain]

int run_main(const std::function<int()>& body) {
  open_closed_streams();
  const int code = code_of(body);
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!lost || (code != exit_passed && code != exit_skipped))
    return code;
  print_error("the output could not be written: stdout is closed, or its disk is full.");
  return exit_failed;
}

int run_main(int argc, char** argv, const std::function<int(int, char**)>& body) {
  return run_main([&] { return body(argc, argv); });
}

} // namespace common
