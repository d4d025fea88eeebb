// One proof for each extension that this chapter knows: something runs with it, or the reason why nothing does.

#include "lab.hpp"

#include "common/kernel_io.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

using common::Skip;

std::string chapter_26(const Lab&) {
  throw Skip("needs a context of OpenGL or Vulkan: chapter 26");
}
std::string chapter_27(const Lab&) {
  throw Skip("chapter 27");
}
std::string direct3d(const Lab&) {
  throw Skip("needs Direct3D, and so Windows: compiled nowhere in this course");
}

std::vector<cl_long> after(const Lab& lab, const char* name, const char* macro,
                           const std::vector<cl_long>& before) {
  cl::Kernel kernel = lab.kernel("atomics", name, std::string("-D ") + macro);
  const cl::Buffer cells = lab.buffer(before);
  common::set_args(kernel, cells);
  common::launch(lab.queue, kernel, {64}, {1});
  return lab.read<cl_long>(cells);
}

// [int64]
std::string prove_base64(const Lab& lab) {
  const cl_long sum = (64LL << 33) + 63 * 64 / 2;
  const auto got = after(lab, "base64", "BASE64", {0, 0, -7, 7, 0, 0});
  verify(got[0] == sum && got[1] == -sum, "64-bit sums hold more than 32 bits");
  verify(got[2] == 64 - 7 && got[3] == 7 - 64, "64-bit counters count");
  verify(got[4] == -1 && got[5] < 0 && got[5] >= -64, "exchanges leave one value");
  return "64 work-items add, subtract, count and exchange";
}

std::string prove_extended64(const Lab& lab) {
  const auto got = after(lab, "extended64", "EXTENDED64", {CL_LONG_MAX, 0, 0, -1, 0});
  verify(got[0] == 1LL << 40 && got[1] == (1LL << 40) + 63, "minimum and maximum of 64 bits");
  verify(got[2] == -1 && got[3] == 0 && got[4] == 0, "or, and, xor of 64 bits");
  return "64 work-items take minimum, maximum, and, or, xor";
}
// [/int64]

std::string prove_int32(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("atomics", "int32", "-D INT32");
  const cl::Buffer cells = lab.buffer(std::vector<cl_int>(5));
  common::set_args(kernel, cells, cl::Local(sizeof(cl_int)));
  common::launch(lab.queue, kernel, {64}, common::fit_local_size(lab.device, kernel, {16}));
  verify(lab.read<cl_int>(cells) == std::vector<cl_int>{2016, 2016, 63, 63, 2016},
         "atom_... of the extension and atomic_... of the core do the same");
  return "atom_add and atom_max do what atomic_add and atomic_max do";
}

std::string prove_bytes(const Lab& lab) {
  constexpr cl_uint n = 1001;
  std::vector<cl_uchar> want(n + 3); // a whole number of words
  for (cl_uint i = 0; i < want.size(); ++i)
    want[i] = static_cast<cl_uchar>(i * i);
  for (const char* name : {"bytes", "words"}) {
    cl::Kernel kernel = lab.kernel("bytes", name);
    const cl::Buffer out = lab.buffer(std::vector<cl_uchar>(want.size(), 0xee));
    common::set_args(kernel, out, n);
    common::launch(lab.queue, kernel, {n}, {1});
    const auto got = lab.read<cl_uchar>(out);
    verify(std::equal(got.begin(), got.begin() + n, want.begin()), "each byte is stored");
  }
  return "1001 bytes, by bytes and by words";
}

std::string prove_icd(const Lab& lab) {
  const cl::Platform platform = platform_of(lab.device);
  std::string suffix;
  verify(platform.getInfo(CL_PLATFORM_ICD_SUFFIX_KHR, &suffix) == CL_SUCCESS,
         "a platform behind the loader has a suffix");
  const auto* const table = *reinterpret_cast<void* const* const*>(platform());
  verify(table != nullptr && table[0] != nullptr, "an object begins with a table of functions");
  return fmt::format("objects begin with a table of functions; suffix {}", suffix.c_str());
}

std::string prove_fission(const Lab& lab) { // in the core since 1.2
  const auto most = lab.device.getInfo<CL_DEVICE_PARTITION_MAX_SUB_DEVICES>();
  if (most < 2)
    throw Skip("this device cannot be divided");
  cl::Device device = lab.device;
  const cl_device_partition_property each_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  std::vector<cl::Device> parts;
  device.createSubDevices(each_one, &parts);
  return fmt::format("clCreateSubDevices of the core made {} devices", parts.size());
}

// [queries]
// Answers to the questions of extensions, as numbers.
cl_uint ask(const Lab& lab, cl_device_info info) {
  cl_uint value = 0;
  lab.device.getInfo(info, &value);
  return value;
}

std::string prove_nv_attributes(const Lab& lab) {
  return fmt::format("compute capability {}.{}, warps of {}, {} registers for a work-group",
                     ask(lab, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV),
                     ask(lab, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV),
                     ask(lab, CL_DEVICE_WARP_SIZE_NV), ask(lab, CL_DEVICE_REGISTERS_PER_BLOCK_NV));
}

std::string prove_uuid(const Lab& lab) {
#ifdef cl_khr_device_uuid
  std::array<cl_uchar, CL_UUID_SIZE_KHR> uuid{};
  const cl_int error =
      clGetDeviceInfo(lab.device(), CL_DEVICE_UUID_KHR, uuid.size(), uuid.data(), nullptr);
  verify(error == CL_SUCCESS && std::count(uuid.begin(), uuid.end(), 0) < 16,
         "the device has a UUID");
  return "a UUID of 16 bytes, by which Vulkan knows the device as well";
#else
  throw Skip("the headers do not know it");
#endif
}

std::string prove_pci(const Lab& lab) {
#ifdef cl_khr_pci_bus_info
  cl_device_pci_bus_info_khr place{};
  verify(clGetDeviceInfo(lab.device(), CL_DEVICE_PCI_BUS_INFO_KHR, sizeof place, &place, nullptr) ==
             CL_SUCCESS,
         "the device says where it is");
  return "its place on the PCI bus"; // which differs from machine to machine
#else
  throw Skip("the headers do not know it");
#endif
}

template <cl_device_info info>
std::string prove_handle_types(const Lab& lab) {
  std::vector<cl_uint> types;
  verify(lab.device.getInfo(info, &types) == CL_SUCCESS, "the device says which handles it takes");
  return fmt::format("takes {} type{} of handles; used in chapter 26", types.size(),
                     types.size() == 1 ? "" : "s");
}
// [/queries]

std::string prove_nv_options(const Lab& lab) {
  const cl::Program program = common::build_source(
      lab.context, lab.device, "kernel void twice(global float* x) { x[get_global_id(0)] *= 2; }\n",
      "-cl-nv-verbose -cl-nv-maxrregcount=32");
  const std::string log = common::build_log(program, lab.device);
  verify(log.find("registers") != std::string::npos, "-cl-nv-verbose tells the registers");
  return "-cl-nv-verbose and -cl-nv-maxrregcount: the log tells the registers";
}

std::vector<cl_uint> from_others(const Lab& lab, const char* name, const std::string& options,
                                 cl_uint start, std::size_t n = 64) {
  cl::Kernel kernel = lab.kernel("others", name, options);
  const cl::Buffer out = lab.buffer(std::vector<cl_uint>(n, start));
  common::set_args(kernel, out);
  common::launch(lab.queue, kernel, {n}, common::fit_local_size(lab.device, kernel, {n}));
  return lab.read<cl_uint>(out);
}

std::string prove_unroll(const Lab& lab) {
  verify(from_others(lab, "unrolled", "-D UNROLL", 3) == std::vector<cl_uint>(64, 3 * 4950),
         "an unrolled loop has the same result");
  return "a loop, unrolled four times, with the same result";
}

// PoCL 5 cannot build a kernel with sub-groups for a single work-item, and ends the program.
void need_company(const Lab& lab) {
  if (lab.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() == 1)
    throw Skip("needs work-groups of more than one work-item");
}

std::string prove_sub_groups(const Lab& lab) {
  need_company(lab);
  const auto got =
      from_others(lab, "sub_groups", newest_language(lab.device) + " -D SUB_GROUPS", 0);
  verify(*std::min_element(got.begin(), got.end()) >= 1, "each work-item is in a sub-group");
  return fmt::format("sub-groups of {} in a work-group of 64", got[0]);
}

std::string prove_ballot(const Lab& lab) {
  need_company(lab);
  const auto got = from_others(lab, "ballot", newest_language(lab.device) + " -D BALLOT", 0);
  verify((got[0] & 3) == 1, "the even ones have voted");
  return "the even work-items of a sub-group vote";
}

std::string prove_required_size(const Lab& lab) {
  std::vector<std::size_t> sizes;
  verify(lab.device.getInfo(0x4108 /* CL_DEVICE_SUB_GROUP_SIZES_INTEL */, &sizes) == CL_SUCCESS &&
             !sizes.empty(),
         "the device lists the sizes of its sub-groups");
  return fmt::format("sub-groups may be asked to have {} work-items", fmt::join(sizes, ", "));
}

// [by-address]
std::string prove_suggested(const Lab& lab) {
#ifdef cl_khr_suggested_local_work_size
  const auto suggest = address_of<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      lab.device, "clGetKernelSuggestedLocalWorkSizeKHR");
  const std::size_t global[] = {1000, 600};
  std::size_t local[] = {0, 0};
  cl::Kernel kernel = lab.kernel("bytes", "bytes");
  const cl::Buffer out = lab.buffer(std::vector<cl_uchar>(1)); // alive as long as the kernel
  common::set_args(kernel, out, cl_uint{1});
  const cl_int error = suggest(lab.queue(), kernel(), 2, nullptr, global, local);
  if (error != CL_SUCCESS)
    throw cl::Error(error, "clGetKernelSuggestedLocalWorkSizeKHR");
  verify(local[0] > 0 && local[1] > 0, "the suggested size is one");
  return fmt::format("suggests {} x {} for 1000 x 600", local[0], local[1]);
#else
  (void)lab;
  throw Skip("the headers do not know it");
#endif
}

std::string prove_create_queue(const Lab& lab) {
#ifdef cl_khr_create_command_queue
  const auto create = address_of<clCreateCommandQueueWithPropertiesKHR_fn>(
      lab.device, "clCreateCommandQueueWithPropertiesKHR");
  cl_int error = CL_SUCCESS;
  const cl::CommandQueue queue(create(lab.context(), lab.device(), nullptr, &error));
  verify(error == CL_SUCCESS, "the function makes a queue");
  queue.finish();
  return "a queue";
#else
  (void)lab;
  throw Skip("the headers do not know it");
#endif
}

// PoCL has no header for it. Of a buffer whose content size is known only that part is moved.
std::string prove_content_size(const Lab& lab) {
  using Function = cl_int(CL_API_CALL*)(cl_mem, cl_mem);
  const auto set = address_of<Function>(lab.device, "clSetContentSizeBufferPoCL");
  const cl::Buffer values = lab.buffer(std::vector<cl_ulong>{1, 2, 3, 4});
  const cl::Buffer size = lab.buffer(std::vector<cl_ulong>{16});
  verify(set(values(), size()) == CL_SUCCESS, "a buffer gets another one that says its size");
  return "a buffer of 32 bytes, of which 16 are in use";
}
// [/by-address]

std::string prove_versions(const Lab& lab) {
  std::vector<cl_name_version> list;
  verify(lab.device.getInfo(CL_DEVICE_EXTENSIONS_WITH_VERSION, &list) == CL_SUCCESS &&
             !list.empty(),
         "the list with versions has entries");
  return fmt::format("{} extensions with their versions", list.size());
}

std::string prove_shuffle(const Lab& lab) {
  const Json rows = what_if_there_is_no_shuffle(lab).at("rows");
  if (rows.at(0).at("status") != "verified")
    throw DriverFails(rows.at(0).at("reason").get<std::string>());
  return "sums of eight by sub_group_shuffle_xor";
}

std::string prove_dot(const Lab& lab) {
  const Json rows = what_if_there_is_no_dot_product(lab).at("rows");
  if (rows.at(0).at("status") != "verified")
    throw DriverFails(rows.at(0).at("reason").get<std::string>());
  return "dot products of four bytes, with saturation";
}

std::string prove_float_atomics(const Lab& lab) {
  const Json rows = what_if_floats_have_no_atomics(lab).at("rows");
  if (rows.at(0).at("status") != "verified")
    throw DriverFails(rows.at(0).at("reason").get<std::string>());
  return "a sum and a minimum of floats in one place";
}

std::string not_seen(const Lab&) {
  throw Skip("a hint: no call shows what it did");
}
std::string no_text(const Lab&) {
  throw Skip("we know of no public specification");
}
std::string no_compiler(const Lab&) {
  throw Skip("an old form of binaries, before SPIR-V: we have no compiler that writes it");
}
std::string pinned(const Lab&) {
  throw Skip("a flag of clCreateBuffer; CL_MEM_ALLOC_HOST_PTR does the same (chapter 4)");
}
std::string chapter_17(const Lab&) {
  throw Skip("images: chapter 17");
}

// The ten of OpenCL 1.2, those that became core before, and that of the book's class EXT.
const std::vector<Probe> of_opencl_1_2{
    {"cl_khr_global_int32_base_atomics", "atomics of 32 bits, core since 1.1", prove_int32},
    {"cl_khr_global_int32_extended_atomics", "the same", prove_int32},
    {"cl_khr_local_int32_base_atomics", "the same in local memory", prove_int32},
    {"cl_khr_local_int32_extended_atomics", "the same", prove_int32},
    {"cl_khr_byte_addressable_store", "stores of bytes, core since 1.1", prove_bytes},
    {"cl_khr_int64_base_atomics", "add, sub, xchg, inc, dec, cmpxchg", prove_base64},
    {"cl_khr_int64_extended_atomics", "min, max, and, or, xor", prove_extended64},
    {"cl_khr_3d_image_writes", "kernels write to 3-D images", prove_volume},
    {"cl_khr_fp16", "half as a type for numbers", prove_half},
    {"cl_khr_fp64", "double", prove_double},
    {"cl_khr_icd", "drivers side by side", prove_icd},
    {"cl_khr_gl_sharing", "memory shared with OpenGL", chapter_26},
    {"cl_khr_gl_event", "events for OpenGL's fences", chapter_26},
    {"cl_khr_d3d10_sharing", "memory shared with Direct3D 10", direct3d},
    {"cl_khr_d3d11_sharing", "memory shared with Direct3D 11", direct3d},
    {"cl_khr_dx9_media_sharing", "surfaces shared with DirectX 9", direct3d},
    {"cl_ext_device_fission", "sub-devices, core since 1.2", prove_fission},
};

const std::vector<Probe> of_others{
    {"cl_khr_command_buffer", "commands recorded once", prove_command_buffer},
    {"cl_khr_create_command_queue", "queues with properties", prove_create_queue},
    {"cl_khr_depth_images", "images of depths", chapter_17},
    {"cl_khr_device_uuid", "an id that other APIs know", prove_uuid},
    {"cl_khr_extended_versioning", "versions as numbers", prove_versions},
    {"cl_khr_external_memory", "memory of other APIs",
     prove_handle_types<0x204F /* CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR */>},
    {"cl_khr_external_memory_opaque_fd", "by a file descriptor", chapter_26},
    {"cl_khr_external_semaphore", "semaphores of other APIs",
     prove_handle_types<0x204D /* CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR */>},
    {"cl_khr_external_semaphore_opaque_fd", "by a file descriptor", chapter_26},
    {"cl_khr_il_program", "programs in SPIR-V", chapter_27},
    {"cl_khr_image2d_from_buffer", "an image over a buffer", chapter_17},
    {"cl_khr_integer_dot_product", "dot products of bytes", prove_dot},
    {"cl_khr_pci_bus_info", "where the device is", prove_pci},
    {"cl_khr_priority_hints", "queues with priorities", not_seen},
    {"cl_khr_semaphore", "semaphores between queues", prove_semaphore},
    {"cl_khr_spir", "programs in SPIR", no_compiler},
    {"cl_khr_subgroups", "sub-groups", prove_sub_groups},
    {"cl_khr_subgroup_ballot", "a sub-group votes", prove_ballot},
    {"cl_khr_subgroup_shuffle", "exchange in a sub-group", prove_shuffle},
    {"cl_khr_suggested_local_work_size", "a local size suggested", prove_suggested},
    {"cl_khr_throttle_hints", "queues that save power", not_seen},
    {"cl_ext_float_atomics", "atomics on floats", prove_float_atomics},
    {"cl_intel_required_subgroup_size", "sub-groups of a given size", prove_required_size},
    {"cl_intel_subgroups", "Intel's sub-groups", chapter_27},
    {"cl_intel_unified_shared_memory", "pointers that both sides use", chapter_27},
    {"cl_nv_compiler_options", "options of NVIDIA's compiler", prove_nv_options},
    {"cl_nv_copy_opts", "hints for copies", not_seen},
    {"cl_nv_create_buffer", "buffers in pinned memory", pinned},
    {"cl_nv_device_attribute_query", "questions to NVIDIA's devices", prove_nv_attributes},
    {"cl_nv_kernel_attribute", "attributes of kernels", no_text},
    {"cl_nv_pragma_unroll", "#pragma unroll", prove_unroll},
    {"cl_arm_shared_virtual_memory", "shared virtual memory before 2.0", chapter_27},
    {"cl_ext_buffer_device_address", "addresses of buffers", chapter_27},
    {"cl_khr_command_buffer_multi_device", "command buffers for several devices", chapter_27},
    {"cl_khr_expect_assume", "hints for the compiler", not_seen},
    {"cl_khr_spirv_no_integer_wrap_decoration", "a decoration in SPIR-V", chapter_27},
    {"cl_khr_subgroup_shuffle_relative", "exchange with the next one", chapter_27},
    {"cl_pocl_command_buffer_host_buffer", "PoCL's commands to record", chapter_27},
    {"cl_pocl_command_buffer_host_exec", "PoCL's commands to record", chapter_27},
    {"cl_pocl_command_buffer_svm", "PoCL's commands to record", chapter_27},
    {"cl_pocl_svm_rect", "rectangles of shared memory", chapter_27},
    {"cl_pocl_content_size", "buffers partly in use", prove_content_size},
    {"cl_pocl_pinned_buffers", "buffers in pinned memory", pinned},
};

// [prove]
// Runs what is listed. A driver that lists an extension and then fails to do it has an error, and is named.
Json prove(const Lab& lab, const std::vector<Probe>& list) {
  harness::Table table({{"extension"}, {"about"}, {"here"}, {"what ran, or why not"}});
  Json results = Json::object();
  for (const Probe& each : list) {
    std::string status = "not listed", says;
    if (is_listed(lab.device, each.extension)) {
      try {
        says = each.run(lab);
        status = "verified";
      } catch (const Skip& reason) {
        status = "skipped";
        says = reason.what();
      } catch (const common::BuildError&) {
        status = "fails";
        says = "listed, and its kernel does not build";
      } catch (const DriverFails& fault) {
        status = "fails";
        says = fault.what();
      } catch (const cl::Error& error) {
        status = "fails";
        says = fmt::format("{}: {}", error.what(), common::error_name(error.err()));
      }
    } else if (each.run == direct3d) {
      says = "needs Direct3D, and so Windows";
    }
    table.add({each.extension, each.about, status, says});
    results[each.extension] = {{"status", status}, {"says", says}};
  }
  fmt::print("{}", table.text());
  return results;
}
// [/prove]

} // namespace

const std::vector<Probe>& probes() {
  static const std::vector<Probe> all = [] {
    std::vector<Probe> both = of_opencl_1_2;
    both.insert(both.end(), of_others.begin(), of_others.end());
    return both;
  }();
  return all;
}

Json what_works_of_opencl_1_2(const Lab& lab) {
  return prove(lab, of_opencl_1_2);
}

Json what_works_of_the_others(const Lab& lab) {
  std::vector<Probe> here; // only those that are listed: the table of all devices has the others
  for (const Probe& each : of_others)
    if (is_listed(lab.device, each.extension))
      here.push_back(each);
  Json results = prove(lab, here);
  std::vector<std::string> unknown;
  for (const auto& words : {device_words(lab.device), platform_words(lab.device)})
    for (const std::string& word : words)
      if (std::none_of(probes().begin(), probes().end(),
                       [&](const Probe& each) { return word == each.extension; }) &&
          std::count(unknown.begin(), unknown.end(), word) == 0)
        unknown.push_back(word);
  if (!unknown.empty())
    fmt::print("  listed, and unknown to this program: {}\n", fmt::join(unknown, ", "));
  for (const std::string& word : unknown)
    results[word] = {{"status", "skipped"}, {"says", "unknown to this program"}};
  return results;
}
