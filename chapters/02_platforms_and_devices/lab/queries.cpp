#include "queries.hpp"

#include "harness/system/report.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace platforms {
namespace {

using Json = nlohmann::json;

constexpr std::array device_types{Word{CL_DEVICE_TYPE_DEFAULT, "default"},
                                  Word{CL_DEVICE_TYPE_CPU, "cpu"}, Word{CL_DEVICE_TYPE_GPU, "gpu"},
                                  Word{CL_DEVICE_TYPE_ACCELERATOR, "accelerator"},
                                  Word{CL_DEVICE_TYPE_CUSTOM, "custom"}};
constexpr std::array cache_types{Word{CL_NONE, "none"}, Word{CL_READ_ONLY_CACHE, "read-only"},
                                 Word{CL_READ_WRITE_CACHE, "read and write"}};
constexpr std::array local_types{Word{CL_NONE, "none"}, Word{CL_LOCAL, "of its own"},
                                 Word{CL_GLOBAL, "part of global memory"}};
constexpr std::array fp_config{Word{CL_FP_DENORM, "denormals"},
                               Word{CL_FP_INF_NAN, "inf and nan"},
                               Word{CL_FP_ROUND_TO_NEAREST, "round to nearest"},
                               Word{CL_FP_ROUND_TO_ZERO, "to zero"},
                               Word{CL_FP_ROUND_TO_INF, "to infinity"},
                               Word{CL_FP_FMA, "fma"},
                               Word{CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, "exact divide and sqrt"},
                               Word{CL_FP_SOFT_FLOAT, "in software"}};
constexpr std::array queue_properties{Word{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, "out of order"},
                                      Word{CL_QUEUE_PROFILING_ENABLE, "profiling"}};
constexpr std::array execution{Word{CL_EXEC_KERNEL, "kernels"},
                               Word{CL_EXEC_NATIVE_KERNEL, "native kernels"}};
constexpr std::array partitions{Word{CL_DEVICE_PARTITION_EQUALLY, "equally"},
                                Word{CL_DEVICE_PARTITION_BY_COUNTS, "by counts"},
                                Word{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, "by affinity"}};
constexpr std::array affinity{Word{CL_DEVICE_AFFINITY_DOMAIN_NUMA, "NUMA node"},
                              Word{CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, "L4 cache"},
                              Word{CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, "L3 cache"},
                              Word{CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, "L2 cache"},
                              Word{CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, "L1 cache"},
                              Word{CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, "next"}};
constexpr std::array svm{Word{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, "coarse-grain buffers"},
                         Word{CL_DEVICE_SVM_FINE_GRAIN_BUFFER, "fine-grain buffers"},
                         Word{CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, "all host memory"},
                         Word{CL_DEVICE_SVM_ATOMICS, "atomics"}};
constexpr std::array atomics{Word{CL_DEVICE_ATOMIC_ORDER_RELAXED, "relaxed"},
                             Word{CL_DEVICE_ATOMIC_ORDER_ACQ_REL, "acquire-release"},
                             Word{CL_DEVICE_ATOMIC_ORDER_SEQ_CST, "sequential"},
                             Word{CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM, "work-item"},
                             Word{CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP, "work-group"},
                             Word{CL_DEVICE_ATOMIC_SCOPE_DEVICE, "device"},
                             Word{CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES, "all devices"}};
constexpr std::array enqueue{Word{CL_DEVICE_QUEUE_SUPPORTED, "yes"},
                             Word{CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT, "replaceable default"}};

// The name of a constant is written once and serves as number and as text.
#define ASK(constant) constant, #constant

// [table]
const std::vector<Group> table{
    {"identity",
     "Identity and versions",
     {
         {ASK(CL_DEVICE_NAME), 100, "name", Type::text, "", "what --device looks for"},
         {ASK(CL_DEVICE_TYPE), 100, "type", Type::flags, "", "--device gpu, cpu, accelerator",
          device_types},
         {ASK(CL_DEVICE_VENDOR), 100, "vendor", Type::text, "", "who made the hardware"},
         // [/table]
         {ASK(CL_DEVICE_VENDOR_ID), 100, "vendor number", Type::number, "", "the vendor's PCI id"},
         {ASK(CL_DRIVER_VERSION), 100, "driver", Type::text, "",
          "a new driver is a new compiler: results name it"},
         {ASK(CL_DEVICE_VERSION), 100, "version", Type::text, "",
          "which host functions work with this device"},
         {ASK(CL_DEVICE_OPENCL_C_VERSION), 110, "OpenCL C", Type::text, "",
          "the highest; without -cl-std the highest 1.x (chapter 7)"},
         {ASK(CL_DEVICE_OPENCL_C_ALL_VERSIONS), 300, "OpenCL C versions", Type::versions, "",
          "all that -cl-std accepts (chapter 7)"},
         {ASK(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED), 300, "conformance tests", Type::text,
          "", "the last version of Khronos' tests that it passed"},
         {ASK(CL_DEVICE_PROFILE), 100, "profile", Type::text, "",
          "EMBEDDED_PROFILE may leave much out"},
         {ASK(CL_DEVICE_AVAILABLE), 100, "available", Type::boolean, "", "ready for work now"},
         {ASK(CL_DEVICE_COMPILER_AVAILABLE), 100, "compiler", Type::boolean, "",
          "kernels can be built from source (chapter 7)"},
         {ASK(CL_DEVICE_LINKER_AVAILABLE), 120, "linker", Type::boolean, "",
          "they can be compiled and linked apart (chapter 7)"},
         {ASK(CL_DEVICE_ADDRESS_BITS), 100, "address bits", Type::number, "bits",
          "the size of size_t and of pointers in kernels"},
         {ASK(CL_DEVICE_ENDIAN_LITTLE), 100, "little-endian", Type::boolean, "",
          "if not as the host: swap bytes in what you pass"},
     }},
    {"compute",
     "Compute resources",
     {
         {ASK(CL_DEVICE_MAX_COMPUTE_UNITS), 100, "compute units", Type::number, "",
          "each runs its own work-groups: start many (chapter 14)"},
         {ASK(CL_DEVICE_MAX_CLOCK_FREQUENCY), 100, "clock", Type::number, "MHz",
          "x units x lanes: a rough ceiling of speed (chapter 14)"},
         {ASK(CL_DEVICE_MAX_WORK_GROUP_SIZE), 100, "work-group, at most", Type::number,
          "work-items", "limits local_size; a kernel may allow less (chapter 8)"},
         {ASK(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 100, "dimensions", Type::number, "",
          "of an NDRange (chapter 8)"},
         {ASK(CL_DEVICE_MAX_WORK_ITEM_SIZES), 100, "each dimension", Type::sizes, "",
          "limits local_size too, in each dimension (chapter 8)"},
         {ASK(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 300, "group size multiple",
          Type::number, "work-items", "local_size should be a multiple of it (chapter 14)"},
         {ASK(CL_DEVICE_MAX_NUM_SUB_GROUPS), 210, "sub-groups in a group", Type::number, "",
          "0: there are none (chapter 27)"},
         {ASK(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), 210, "sub-groups progress",
          Type::boolean, "", "yes: one may wait for another (chapter 27)"},
     }},
    {"vectors",
     "Vector widths",
     {
         {ASK(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR), 100, "char, preferred", Type::number,
          "elements", "16: load 8-bit pixels as char16 (chapter 18)"},
         {ASK(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR), 110, "char, native", Type::number, "elements",
          ""},
         {ASK(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT), 100, "short, preferred", Type::number,
          "elements", ""},
         {ASK(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT), 110, "short, native", Type::number, "elements",
          ""},
         {ASK(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT), 100, "int, preferred", Type::number,
          "elements", ""},
         {ASK(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT), 110, "int, native", Type::number, "elements", ""},
         {ASK(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG), 100, "long, preferred", Type::number,
          "elements", ""},
         {ASK(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG), 110, "long, native", Type::number, "elements",
          ""},
         {ASK(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF), 110, "half, preferred", Type::number,
          "elements", "0: no half arithmetic"},
         {ASK(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF), 110, "half, native", Type::number, "elements",
          ""},
         {ASK(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT), 100, "float, preferred", Type::number,
          "elements", "1: scalar kernels are fine; more: float4 may pay (chapter 10)"},
         {ASK(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT), 110, "float, native", Type::number, "elements",
          "the lanes of the hardware's vector instructions"},
         {ASK(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE), 100, "double, preferred", Type::number,
          "elements", "0: no double arithmetic"},
         {ASK(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE), 110, "double, native", Type::number,
          "elements", ""},
     }},
    {"memory",
     "Memories",
     {
         {ASK(CL_DEVICE_GLOBAL_MEM_SIZE), 100, "global memory", Type::number, "bytes",
          "all buffers together (chapter 4)"},
         {ASK(CL_DEVICE_MAX_MEM_ALLOC_SIZE), 100, "largest buffer", Type::number, "bytes",
          "one buffer, often much less than all (chapter 4)"},
         {ASK(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE), 100, "global cache", Type::choice, "",
          "none: keep what is used twice in local memory (chapter 14)", cache_types},
         {ASK(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE), 100, "cache size", Type::number, "bytes",
          "measure bandwidth with more than this (chapter 4)"},
         {ASK(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE), 100, "cache line", Type::number, "bytes",
          "neighbours that come along with each load (chapter 14)"},
         {ASK(CL_DEVICE_LOCAL_MEM_TYPE), 100, "local memory", Type::choice, "",
          "of its own: fast; part of global: a detour (chapter 11)", local_types},
         {ASK(CL_DEVICE_LOCAL_MEM_SIZE), 100, "local memory size", Type::number, "bytes",
          "what one work-group can have: limits tiles (chapter 15)"},
         {ASK(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 100, "constant buffer", Type::number, "bytes",
          "the largest `constant` argument (chapters 11, 16)"},
         {ASK(CL_DEVICE_MAX_CONSTANT_ARGS), 100, "constant arguments", Type::number, "",
          "how many a kernel may have (chapter 11)"},
         {ASK(CL_DEVICE_MAX_PARAMETER_SIZE), 100, "all arguments", Type::number, "bytes",
          "of a kernel together (chapter 8)"},
         {ASK(CL_DEVICE_MEM_BASE_ADDR_ALIGN), 100, "base alignment", Type::number, "bits",
          "where sub-buffers may begin; bits, not bytes (chapter 4)"},
         {ASK(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE), 100, "type alignment", Type::number, "bytes",
          "of the largest type, long16"},
         {ASK(CL_DEVICE_HOST_UNIFIED_MEMORY), 110, "unified memory", Type::boolean, "",
          "with the host: map, do not copy (chapter 4)"},
         {ASK(CL_DEVICE_ERROR_CORRECTION_SUPPORT), 100, "error correction", Type::boolean, "",
          "ECC memory: slower, and no flipped bits"},
         {ASK(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE), 200, "program variables", Type::number, "bytes",
          "global variables in a .cl file (chapter 27)"},
         {ASK(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE), 200, "program variables, all",
          Type::number, "bytes", "beyond this they cost speed"},
         {ASK(CL_DEVICE_PRINTF_BUFFER_SIZE), 120, "printf buffer", Type::number, "bytes",
          "what a kernel prints beyond it is lost (chapter 12)"},
         {ASK(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT), 200, "SVM atomics", Type::number,
          "bytes", "preferred alignment; 0: the type's own (chapter 27)"},
         {ASK(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT), 200, "global atomics", Type::number,
          "bytes", "the same in global memory (chapter 12)"},
         {ASK(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT), 200, "local atomics", Type::number,
          "bytes", "the same in local memory (chapter 22)"},
     }},
    {"floating-point",
     "Floating-point arithmetic",
     {
         {ASK(CL_DEVICE_HALF_FP_CONFIG), 110, "half (16 bits)", Type::flags, "",
          "none or -: half only as a storage format (chapter 25)", fp_config},
         {ASK(CL_DEVICE_SINGLE_FP_CONFIG), 100, "float (32 bits)", Type::flags, "",
          "without denormals tiny values become 0 (chapters 10, 13)", fp_config},
         {ASK(CL_DEVICE_DOUBLE_FP_CONFIG), 120, "double (64 bits)", Type::flags, "",
          "none or -: no double in kernels (chapter 25)", fp_config},
     }},
    {"images",
     "Images (chapter 17)",
     {
         {ASK(CL_DEVICE_IMAGE_SUPPORT), 100, "images", Type::boolean, "",
          "no: image kernels are skipped"},
         {ASK(CL_DEVICE_IMAGE2D_MAX_WIDTH), 100, "2-D width", Type::number, "pixels", ""},
         {ASK(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 100, "2-D height", Type::number, "pixels",
          "larger pictures have to be cut into tiles"},
         {ASK(CL_DEVICE_IMAGE3D_MAX_WIDTH), 100, "3-D width", Type::number, "pixels", ""},
         {ASK(CL_DEVICE_IMAGE3D_MAX_HEIGHT), 100, "3-D height", Type::number, "pixels", ""},
         {ASK(CL_DEVICE_IMAGE3D_MAX_DEPTH), 100, "3-D depth", Type::number, "pixels", ""},
         {ASK(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 120, "1-D on a buffer", Type::number, "pixels", ""},
         {ASK(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), 120, "images in an array", Type::number, "", ""},
         {ASK(CL_DEVICE_MAX_READ_IMAGE_ARGS), 100, "read arguments", Type::number, "",
          "read_only images that one kernel takes"},
         {ASK(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 100, "write arguments", Type::number, "",
          "write_only images"},
         {ASK(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 200, "read_write arguments", Type::number, "",
          "0: a kernel cannot read what it writes"},
         {ASK(CL_DEVICE_MAX_SAMPLERS), 100, "samplers", Type::number, "", "in one kernel"},
         {ASK(CL_DEVICE_IMAGE_PITCH_ALIGNMENT), 200, "row pitch", Type::number, "pixels",
          "alignment for 2-D images on buffers; 0: no such images"},
         {ASK(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT), 200, "base address", Type::number, "pixels",
          "alignment for 2-D images on buffers"},
     }},
    {"queues",
     "Queues, timing and execution",
     {
         {ASK(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES), 100, "queues", Type::flags, "",
          "profiling is everywhere, out of order not (chapters 5, 6)", queue_properties},
         {ASK(CL_DEVICE_PROFILING_TIMER_RESOLUTION), 100, "timer resolution", Type::number, "ns",
          "kernels must run much longer than this (chapter 5)"},
         {ASK(CL_DEVICE_EXECUTION_CAPABILITIES), 100, "executes", Type::flags, "",
          "native kernels are host functions (chapter 9)", execution},
         {ASK(CL_DEVICE_BUILT_IN_KERNELS), 120, "built-in kernels", Type::text, "",
          "for clCreateProgramWithBuiltInKernels (chapter 7)"},
         {ASK(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC), 120, "interop sync", Type::boolean, "",
          "the host should synchronise with OpenGL (chapter 26)"},
     }},
    {"partition",
     "Sub-devices",
     {
         {ASK(CL_DEVICE_PARTITION_MAX_SUB_DEVICES), 120, "sub-devices, at most", Type::number, "",
          "1 or 0: cannot be divided"},
         {ASK(CL_DEVICE_PARTITION_PROPERTIES), 120, "ways to divide", Type::choices, "",
          "tried below", partitions},
         {ASK(CL_DEVICE_PARTITION_AFFINITY_DOMAIN), 120, "affinity domains", Type::flags, "",
          "what compute units may have in common", affinity},
     }},
    {"features",
     "Optional features of OpenCL 2.x and 3.0 (chapter 27)",
     {
         {ASK(CL_DEVICE_SVM_CAPABILITIES), 200, "shared virtual memory", Type::flags, "",
          "pointers that mean the same on host and device", svm},
         {ASK(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT), 300, "generic addresses", Type::boolean, "",
          "one pointer for global, local and private (chapter 11)"},
         {ASK(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT), 300, "non-uniform groups", Type::boolean,
          "", "the last work-group may be smaller (chapter 8)"},
         {ASK(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT), 300, "group functions",
          Type::boolean, "", "work_group_reduce_add and others (chapter 27)"},
         {ASK(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES), 300, "atomic memory", Type::flags, "",
          "orders and scopes of C11 atomics (chapter 12)", atomics},
         {ASK(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES), 300, "atomic fences", Type::flags, "",
          "the same for atomic_work_item_fence", atomics},
         {ASK(CL_DEVICE_PIPE_SUPPORT), 300, "pipes", Type::boolean, "",
          "first-in first-out memory between kernels"},
         {ASK(CL_DEVICE_MAX_PIPE_ARGS), 200, "pipe arguments", Type::number, "", ""},
         {ASK(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), 200, "pipe reservations", Type::number, "",
          ""},
         {ASK(CL_DEVICE_PIPE_MAX_PACKET_SIZE), 200, "pipe packet", Type::number, "bytes", ""},
         {ASK(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES), 300, "device-side enqueue", Type::flags, "",
          "kernels that start kernels", enqueue},
         {ASK(CL_DEVICE_MAX_ON_DEVICE_QUEUES), 200, "queues on the device", Type::number, "", ""},
         {ASK(CL_DEVICE_MAX_ON_DEVICE_EVENTS), 200, "events on the device", Type::number, "", ""},
         {ASK(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES), 200, "their properties", Type::flags, "", "",
          queue_properties},
         {ASK(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), 200, "their preferred size", Type::number,
          "bytes", ""},
         {ASK(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), 200, "their largest size", Type::number, "bytes",
          ""},
         {ASK(CL_DEVICE_IL_VERSION), 210, "intermediate languages", Type::text, "",
          "SPIR-V instead of source text"},
         {ASK(CL_DEVICE_OPENCL_C_FEATURES), 300, "features in kernels", Type::versions, "",
          "macros that an OpenCL C 3.0 kernel can test"},
     }},
    {"extensions",
     "Extensions (chapter 25)",
     {
         {ASK(CL_DEVICE_EXTENSIONS), 100, "extensions", Type::words, "", ""},
     }},
};

const std::map<std::string, const char*> extensions{
    {"cl_ext_float_atomics", "atomic add, min and max for float (chapter 25)"},
    {"cl_intel_required_subgroup_size", "a kernel may demand a sub-group size (chapter 27)"},
    {"cl_intel_subgroups", "Intel's sub-groups, with block reads (chapter 27)"},
    {"cl_intel_unified_shared_memory", "pointers shared by host and device (chapter 27)"},
    {"cl_khr_3d_image_writes", "kernels write to 3-D images (chapter 25)"},
    {"cl_khr_byte_addressable_store", "stores of 8 and 16 bits; core since 1.1"},
    {"cl_khr_command_buffer", "record commands once, run them often (chapter 27)"},
    {"cl_khr_create_command_queue", "queues with properties on OpenCL 1.2"},
    {"cl_khr_depth_images", "images of depth values"},
    {"cl_khr_device_uuid", "an id that OpenCL, Vulkan and CUDA agree on"},
    {"cl_khr_extended_versioning", "version numbers as numbers, for OpenCL 1.2"},
    {"cl_khr_external_memory", "memory shared with Vulkan and others (chapter 26)"},
    {"cl_khr_external_memory_opaque_fd", "the same, passed as a file descriptor"},
    {"cl_khr_external_semaphore", "semaphores shared with Vulkan and others"},
    {"cl_khr_external_semaphore_opaque_fd", "the same, passed as a file descriptor"},
    {"cl_khr_fp16", "arithmetic with half (chapter 25)"},
    {"cl_khr_fp64", "arithmetic with double (chapter 25)"},
    {"cl_khr_gl_event", "events from OpenGL fences (chapter 26)"},
    {"cl_khr_gl_sharing", "buffers shared with OpenGL (chapter 26)"},
    {"cl_khr_global_int32_base_atomics", "atomic_add and others in global memory; core since 1.1"},
    {"cl_khr_global_int32_extended_atomics", "atomic_min and others; core since 1.1"},
    {"cl_khr_icd", "works through the loader, beside other drivers (this chapter)"},
    {"cl_khr_il_program", "programs from SPIR-V on OpenCL 1.2"},
    {"cl_khr_image2d_from_buffer", "a 2-D image over a buffer's memory (chapter 17)"},
    {"cl_khr_int64_base_atomics", "64-bit atomic add, sub, exchange (chapters 12, 25)"},
    {"cl_khr_int64_extended_atomics", "64-bit atomic min, max, and, or, xor (chapter 25)"},
    {"cl_khr_integer_dot_product", "dot products of 8-bit integers (chapter 25)"},
    {"cl_khr_local_int32_base_atomics", "atomic_add and others in local memory; core since 1.1"},
    {"cl_khr_local_int32_extended_atomics", "atomic_min and others; core since 1.1"},
    {"cl_khr_mipmap_image", "images with mipmaps"},
    {"cl_khr_pci_bus_info", "where on the PCI bus the device sits"},
    {"cl_khr_priority_hints", "queues with priorities"},
    {"cl_khr_semaphore", "semaphores between queues (chapter 25)"},
    {"cl_khr_spir", "programs in SPIR, the forerunner of SPIR-V"},
    {"cl_khr_spirv_extended_debug_info", "debug information in SPIR-V"},
    {"cl_khr_subgroups", "sub-groups before 3.0 (chapter 27)"},
    {"cl_khr_subgroup_ballot", "a sub-group votes (chapter 27)"},
    {"cl_khr_subgroup_shuffle", "work-items of a sub-group swap values (chapter 27)"},
    {"cl_khr_suggested_local_work_size", "asks the driver for a local size (chapter 25)"},
    {"cl_khr_throttle_hints", "queues that save power"},
    {"cl_nv_compiler_options", "options such as -cl-nv-maxrregcount (chapter 25)"},
    {"cl_nv_copy_opts", "hints for copies"},
    {"cl_nv_create_buffer", "buffers in pinned host memory"},
    {"cl_nv_device_attribute_query", "warp size, registers, compute capability (chapter 25)"},
    {"cl_nv_kernel_attribute", "registers and local memory of a kernel"},
    {"cl_nv_pragma_unroll", "#pragma unroll in kernels"},
    {"cl_pocl_pinned_buffers", "buffers in pinned memory"},
    {"cl_pocl_content_size", "buffers of which only a part is in use (chapter 25)"},
};

template <typename T>
T as(const Bytes& bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
  return value;
}

template <typename T>
std::vector<T> as_many(const Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty())
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

std::string text_until_zero(const char* text, std::size_t length) {
  std::string result(text, std::find(text, text + length, '\0'));
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

std::string text_in(const Bytes& bytes) {
  return text_until_zero(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::string word_for(std::span<const Word> words, cl_ulong value) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const Word& word) { return word.value == value; });
  return found != words.end() ? found->text : fmt::format("{:#x}", value);
}

Json flags_in(cl_ulong bits, std::span<const Word> words) {
  Json names = Json::array();
  for (cl_ulong bit = 1; bit != 0; bit <<= 1)
    if (bits & bit)
      names.push_back(word_for(words, bit));
  return names;
}

} // namespace

const std::vector<Group>& groups() {
  return table;
}

Json decode(const Query& query, const std::optional<Bytes>& answer) {
  if (!answer)
    return nullptr;
  const Bytes& bytes = *answer;
  Json list = Json::array();
  switch (query.type) {
  case Type::text:
    return text_in(bytes);
  case Type::number:
    return bytes.size() == sizeof(cl_uint) ? as<cl_uint>(bytes) : as<cl_ulong>(bytes);
  case Type::boolean:
    return as<cl_bool>(bytes) != CL_FALSE;
  case Type::words: {
    std::istringstream stream(text_in(bytes));
    for (std::string word; stream >> word;)
      list.push_back(word);
    return list;
  }
  case Type::sizes:
    return as_many<std::size_t>(bytes);
  case Type::flags:
    return flags_in(as<cl_ulong>(bytes), query.words);
  case Type::choice:
    return word_for(query.words, as<cl_uint>(bytes));
  case Type::choices:
    for (const auto value : as_many<cl_device_partition_property>(bytes))
      if (value != 0) // a single 0 says "none"
        list.push_back(word_for(query.words, static_cast<cl_ulong>(value)));
    return list;
  case Type::versions:
    for (const cl_name_version& entry : as_many<cl_name_version>(bytes))
      list.push_back(fmt::format("{} {}.{}", text_until_zero(entry.name, sizeof entry.name),
                                 CL_VERSION_MAJOR(entry.version), CL_VERSION_MINOR(entry.version)));
    return list;
  }
  return nullptr;
}

std::string in_words(const Query& query, const Json& value) {
  if (value.is_null())
    return "-";
  if (value.is_boolean())
    return value.get<bool>() ? "yes" : "no";
  if (value.is_number()) {
    const auto number = value.get<cl_ulong>();
    if (std::strcmp(query.unit, "bytes") == 0)
      return harness::size_text(static_cast<double>(number));
    return fmt::format("{}{}{}", number, *query.unit ? " " : "", query.unit);
  }
  if (value.is_string())
    return value.get<std::string>().empty() ? "none" : value.get<std::string>();
  std::vector<std::string> parts;
  for (const Json& part : value)
    parts.push_back(part.is_string() ? part.get<std::string>() : part.dump());
  return parts.empty()
             ? "none"
             : fmt::format("{}", fmt::join(parts, query.type == Type::sizes ? " x " : ", "));
}

std::string extension_meaning(const std::string& name) {
  const auto found = extensions.find(name);
  return found != extensions.end() ? found->second : "";
}

} // namespace platforms
