// A library for LD_PRELOAD: each kernel that the program launches through NVIDIA's OpenCL is launched through the CUDA
// driver's interface as well, with the same machine code, arguments and sizes. NVIDIA's profiler reads hardware counters
// of CUDA kernels only; OpenCL kernels it does not see.
//
// NVIDIA's driver returns PTX as a program's binary (clGetProgramInfo, CL_PROGRAM_BINARIES), and cuModuleLoadData takes PTX.
// The order for each launch: the buffers are copied from OpenCL to CUDA, CUDA's launch runs on the copies, then OpenCL's
// runs as always, and the two contents are compared: counters of a launch that computes something else are worth nothing.
//
// COUNTERS_REPLAY=N: the N-th launch and all later ones are replayed. What happened goes to stderr, a line for each launch:
// "replayed NAME" with "equal", or with the number of bytes that differ.

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <cuda.h>

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// OpenCL's own function, which one of ours with the same name hides.
template <typename Function>
Function* original(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr, "counters: this program has no %s\n", name);
    std::abort();
  }
  return reinterpret_cast<Function*>(found);
}

void require(CUresult result, const std::string& what) {
  const char* text = nullptr;
  if (result != CUDA_SUCCESS && cuGetErrorString(result, &text) == CUDA_SUCCESS)
    throw std::runtime_error(what + ": " + text);
}

void require_cl(cl_int result, const std::string& what) {
  if (result != CL_SUCCESS)
    throw std::runtime_error(what + ": OpenCL's error " + std::to_string(result));
}

struct Argument {
  std::vector<unsigned char> value; // empty: local memory
  std::size_t size = 0;
};

std::map<cl_kernel, std::map<cl_uint, Argument>> arguments;
std::set<cl_mem> buffers; // without those that images are
std::set<cl_mem> images;

// The buffer of an argument; nothing where it is a number or a struct.
std::optional<cl_mem> memory_of(const Argument& argument, const std::set<cl_mem>& known) {
  cl_mem memory = nullptr;
  if (argument.value.size() != sizeof memory)
    return std::nullopt;
  std::memcpy(&memory, argument.value.data(), sizeof memory);
  return known.count(memory) != 0 ? std::optional(memory) : std::nullopt;
}

// The same GPU for CUDA: the one with the same UUID (cl_khr_device_uuid).
CUdevice cuda_device(cl_device_id device) {
  constexpr cl_device_info device_uuid = 0x106A; // CL_DEVICE_UUID_KHR
  std::array<char, 16> wanted{};
  require_cl(clGetDeviceInfo(device, device_uuid, wanted.size(), wanted.data(), nullptr),
             "the device has no UUID");
  require(cuInit(0), "cuInit");
  int count = 0;
  require(cuDeviceGetCount(&count), "cuDeviceGetCount");
  for (CUdevice gpu = 0; gpu < count; ++gpu) {
    CUuuid own{};
    if (cuDeviceGetUuid(&own, gpu) == CUDA_SUCCESS &&
        std::memcmp(own.bytes, wanted.data(), wanted.size()) == 0)
      return gpu;
  }
  throw std::runtime_error("CUDA does not know this device");
}

std::string kernel_text(cl_kernel kernel, cl_kernel_info what) {
  std::size_t size = 0;
  require_cl(clGetKernelInfo(kernel, what, 0, nullptr, &size), "clGetKernelInfo");
  std::string text(size, '\0');
  require_cl(clGetKernelInfo(kernel, what, size, text.data(), nullptr), "clGetKernelInfo");
  text.resize(text.find('\0'));
  return text;
}

// The program's PTX; for one device, as all programs here are built.
std::string program_ptx(cl_kernel kernel) {
  cl_program program = nullptr;
  require_cl(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr),
             "clGetKernelInfo");
  std::size_t size = 0;
  require_cl(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
             "clGetProgramInfo");
  std::string ptx(size + 1, '\0');
  char* place = ptx.data();
  require_cl(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr),
             "clGetProgramInfo");
  return ptx;
}

std::string replaced(const std::string& text, const std::string& pattern, const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

// What only OpenCL's driver fills in, in words that CUDA's knows; the instructions stay the same but for these few:
// - environment registers: 0 to 2 are the first group, 3 to 5 the global offset (zero both), 6 to 8 the number of groups;
// - a pointer to constant memory as argument `i` of `constants` (its bytes): the address of an array of that size;
// - arrays of local memory of more than 48 KiB in all, which CUDA takes as dynamic ones only: the largest becomes one.
struct Translated {
  std::string ptx;
  std::size_t dynamic_bytes = 0;
};

Translated for_cuda(std::string ptx, const std::string& kernel,
                    const std::map<cl_uint, std::size_t>& constants) {
  Translated result;
  ptx = replaced(ptx, R"(%envreg[0-5]\b)", "0");
  for (int i = 0; i < 3; ++i)
    ptx = replaced(ptx, "%envreg" + std::to_string(6 + i) + R"(\b)",
                   std::string("%nctaid.") + "xyz"[i]);
  if (ptx.find("%envreg") != ptx.npos)
    throw std::runtime_error("its PTX reads " + ptx.substr(ptx.find("%envreg"), 10) +
                             ", whose meaning is not known here");
  // CUDA refuses kernels whose parameters say that they point to these; what they do with them is in the instructions.
  ptx = replaced(ptx, R"(\.ptr \.(shared|const) \.align \d+ )", "");
  const std::size_t head = ptx.find('\n', ptx.find(".address_size")) + 1;
  std::string globals;
  for (const auto& [index, bytes] : constants) {
    const std::string name = "replay_constants_" + std::to_string(index);
    ptx = replaced(ptx,
                   R"(ld\.param\.u64(\s+%rd\d+), \[)" + kernel + "_param_" + std::to_string(index) +
                       R"(\];)",
                   "mov.u64$1, " + name + ";");
    globals += ".const .align 16 .b8 " + name + "[" + std::to_string(bytes) + "];\n";
  }
  const std::regex array(R"(\.shared (\.align \d+) \.b8 (\S+)\[(\d+)\];)");
  std::smatch largest;
  std::size_t all = 0, most = 0;
  for (std::sregex_iterator at(ptx.begin(), ptx.end(), array), end; at != end; ++at) {
    const std::size_t bytes = std::stoul((*at)[3]);
    all += bytes;
    if (bytes > most) {
      most = bytes;
      largest = *at;
    }
  }
  if (constexpr std::size_t limit = 48 * 1024; all > limit) {
    globals += ".extern .shared " + largest[1].str() + " .b8 " + largest[2].str() + "[];\n";
    result.dynamic_bytes = most;
    ptx.erase(static_cast<std::size_t>(largest.position()),
              static_cast<std::size_t>(largest.length()));
  }
  result.ptx = ptx.insert(head, globals);
  return result;
}

// A buffer's content: read from OpenCL, put into CUDA's copy, compared in the end.
struct Copy {
  cl_mem buffer;
  CUdeviceptr pointer = 0;
  std::vector<unsigned char> content;
};

std::vector<unsigned char> content_of(cl_command_queue queue, cl_mem buffer) {
  std::size_t size = 0;
  require_cl(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, nullptr),
             "clGetMemObjectInfo");
  std::vector<unsigned char> content(size);
  require_cl(
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, content.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  return content;
}

// One launch, made on the copies. Throws std::runtime_error where it cannot be made.
std::vector<Copy> launch_through_cuda(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                      const size_t* global, const size_t* local) {
  cl_device_id device = nullptr;
  require_cl(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr),
             "clGetCommandQueueInfo");
  static CUcontext context = nullptr;
  static CUdevice gpu = 0;
  if (context == nullptr) {
    gpu = cuda_device(device);
    require(cuDevicePrimaryCtxRetain(&context, gpu), "cuDevicePrimaryCtxRetain");
  }
  require(cuCtxSetCurrent(context), "cuCtxSetCurrent");

  CUmodule module = nullptr;
  CUfunction function = nullptr;
  const std::string name = kernel_text(kernel, CL_KERNEL_FUNCTION_NAME);
  std::string ptx = program_ptx(kernel);
  std::map<cl_uint, std::size_t> constants;
  for (const auto& [index, argument] : arguments[kernel])
    if (const auto buffer = memory_of(argument, buffers);
        buffer && std::regex_search(ptx, std::regex(R"(\.ptr \.const \.align \d+ )" + name +
                                                    "_param_" + std::to_string(index) + R"(\b)")))
      constants[index] = content_of(queue, *buffer).size();
  const Translated translated = for_cuda(std::move(ptx), name, constants);
  std::string log(4096, '\0');
  std::array<CUjit_option, 2> jit{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  std::array<void*, 2> jit_values{log.data(), reinterpret_cast<void*>(log.size())};
  const CUresult loaded = cuModuleLoadDataEx(&module, translated.ptx.c_str(), jit.size(),
                                             jit.data(), jit_values.data());
  require(loaded, "CUDA does not take its PTX: " + log.substr(0, log.find('\0')));
  require(cuModuleGetFunction(&function, module, name.c_str()), "cuModuleGetFunction");

  // Local memory that is an argument lies behind the kernel's own arrays and behind what the system keeps for itself.
  int own = 0, reserved = 0;
  require(cuFuncGetAttribute(&own, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function),
          "cuFuncGetAttribute");
  require(
      cuDeviceGetAttribute(&reserved, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, gpu),
      "cuDeviceGetAttribute");
  constexpr std::size_t alignment = 16;
  const auto aligned = [](std::size_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
  };
  const std::size_t first = aligned(static_cast<std::size_t>(own));
  std::size_t local_bytes = aligned(translated.dynamic_bytes);

  std::vector<Copy> copies;
  std::vector<std::vector<unsigned char>> values; // as CUDA takes them
  for (const auto& [index, argument] : arguments[kernel]) {
    if (memory_of(argument, images))
      throw std::runtime_error("argument " + std::to_string(index) +
                               " is an image, which has no form in CUDA's interface");
    const auto put = [&values](const auto& value) {
      values.emplace_back(sizeof value);
      std::memcpy(values.back().data(), &value, sizeof value);
    };
    if (argument.value.empty()) {
      put(static_cast<std::size_t>(reserved) + first + local_bytes);
      local_bytes += aligned(argument.size);
    } else if (const auto buffer = memory_of(argument, buffers)) {
      auto known = std::find_if(copies.begin(), copies.end(),
                                [&](const Copy& copy) { return copy.buffer == *buffer; });
      if (known == copies.end()) {
        copies.push_back({*buffer, 0, content_of(queue, *buffer)});
        known = std::prev(copies.end());
        require(cuMemAlloc(&known->pointer, known->content.size()), "cuMemAlloc");
        require(cuMemcpyHtoD(known->pointer, known->content.data(), known->content.size()),
                "cuMemcpyHtoD");
      }
      put(known->pointer);
      if (constants.count(index) != 0) {
        CUdeviceptr constant = 0;
        require(cuModuleGetGlobal(&constant, nullptr, module,
                                  ("replay_constants_" + std::to_string(index)).c_str()),
                "cuModuleGetGlobal");
        require(cuMemcpyHtoD(constant, known->content.data(), known->content.size()),
                "cuMemcpyHtoD");
      }
    } else {
      values.push_back(argument.value);
    }
  }
  std::vector<void*> places;
  for (auto& value : values)
    places.push_back(value.data());
  require(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             static_cast<int>(first - static_cast<std::size_t>(own) + local_bytes)),
          "cuFuncSetAttribute");
  unsigned groups[3] = {1, 1, 1}, items[3] = {1, 1, 1};
  for (cl_uint i = 0; i < dimensions; ++i) {
    if (local == nullptr || global[i] % local[i] != 0)
      throw std::runtime_error("CUDA needs a local size that divides the global size");
    items[i] = static_cast<unsigned>(local[i]);
    groups[i] = static_cast<unsigned>(global[i] / local[i]);
  }
  require(cuLaunchKernel(function, groups[0], groups[1], groups[2], items[0], items[1], items[2],
                         static_cast<unsigned>(first - static_cast<std::size_t>(own) + local_bytes),
                         nullptr, places.data(), nullptr),
          "cuLaunchKernel");
  require(cuCtxSynchronize(), "cuCtxSynchronize");
  for (Copy& copy : copies) {
    require(cuMemcpyDtoH(copy.content.data(), copy.pointer, copy.content.size()), "cuMemcpyDtoH");
    require(cuMemFree(copy.pointer), "cuMemFree");
  }
  require(cuModuleUnload(module), "cuModuleUnload");
  return copies;
}

bool is_wanted() {
  static long launches = 0;
  const char* const first = std::getenv("COUNTERS_REPLAY");
  return first != nullptr && ++launches >= std::atol(first);
}

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                             cl_int* error) {
  const cl_mem buffer =
      original<decltype(clCreateBuffer)>("clCreateBuffer")(context, flags, size, host, error);
  images.erase(buffer); // a handle may be one that was released before
  buffers.insert(buffer);
  return buffer;
}

EXPORT cl_mem clCreateSubBuffer(cl_mem of, cl_mem_flags flags, cl_buffer_create_type type,
                                const void* info, cl_int* error) {
  const cl_mem buffer =
      original<decltype(clCreateSubBuffer)>("clCreateSubBuffer")(of, flags, type, info, error);
  images.erase(buffer);
  buffers.insert(buffer);
  return buffer;
}

EXPORT cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                            const cl_image_desc* description, void* host, cl_int* error) {
  const cl_mem image = original<decltype(clCreateImage)>("clCreateImage")(context, flags, format,
                                                                          description, host, error);
  buffers.erase(image);
  images.insert(image);
  return image;
}

EXPORT cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const cl_int error =
      original<decltype(clSetKernelArg)>("clSetKernelArg")(kernel, index, size, value);
  if (error == CL_SUCCESS) {
    const auto* const bytes = static_cast<const unsigned char*>(value);
    arguments[kernel][index] = {
        bytes == nullptr ? std::vector<unsigned char>() : std::vector(bytes, bytes + size), size};
  }
  return error;
}

EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                     const size_t* offset, const size_t* global,
                                     const size_t* local, cl_uint waits, const cl_event* wait_for,
                                     cl_event* event) {
  auto* const launch = original<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel");
  std::string name, trouble;
  std::vector<Copy> copies;
  const bool wanted = is_wanted();
  if (wanted) {
    try {
      name = kernel_text(kernel, CL_KERNEL_FUNCTION_NAME);
      if (offset != nullptr &&
          std::any_of(offset, offset + dimensions, [](size_t o) { return o != 0; }))
        throw std::runtime_error("a global offset has no form in CUDA's interface");
      require_cl(clFinish(queue), "clFinish");
      copies = launch_through_cuda(queue, kernel, dimensions, global, local);
    } catch (const std::exception& problem) {
      trouble = problem.what();
    }
  }
  const cl_int error =
      launch(queue, kernel, dimensions, offset, global, local, waits, wait_for, event);
  if (!wanted)
    return error;
  std::size_t different = 0;
  if (error == CL_SUCCESS && trouble.empty() && clFinish(queue) == CL_SUCCESS)
    for (const Copy& copy : copies) {
      const auto content = content_of(queue, copy.buffer);
      for (std::size_t i = 0; i < content.size(); ++i)
        different += content[i] != copy.content[i] ? 1 : 0;
    }
  if (!trouble.empty())
    std::fprintf(stderr, "counters: cannot replay %s: %s\n", name.c_str(), trouble.c_str());
  else if (different > 0)
    std::fprintf(stderr, "counters: replayed %s: %zu bytes differ\n", name.c_str(), different);
  else
    std::fprintf(stderr, "counters: replayed %s: equal\n", name.c_str());
  return error;
}
