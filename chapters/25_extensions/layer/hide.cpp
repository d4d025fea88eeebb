// The half of the layer that hides: it takes words out of the lists of platforms and devices, answers 0 to the questions
// that belong to them, finds no functions of theirs, and keeps their macros from kernels.

#include "layer.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>

namespace layer {
namespace {

// Words that say the same: if one is to be hidden, so is the other.
constexpr const char* pairs[][2] = {
    {"cl_khr_fp64", "__opencl_c_fp64"},
    {"cl_khr_3d_image_writes", "__opencl_c_3d_image_writes"},
    {"cl_khr_subgroups", "__opencl_c_subgroups"},
};

std::vector<std::string> words_to_hide() {
  const char* const wanted = std::getenv("OCL_HIDE");
  std::istringstream list(wanted ? wanted : "");
  std::vector<std::string> words;
  for (std::string word; std::getline(list, word, ',');)
    words.push_back(word);
  for (const auto& [one, other] : pairs) {
    const bool has_one = std::count(words.begin(), words.end(), one) > 0;
    const bool has_other = std::count(words.begin(), words.end(), other) > 0;
    if (has_one != has_other)
      words.emplace_back(has_one ? other : one);
  }
  return words;
}

// [signs]
// Answers by which devices say, beside their lists, that they have something. Hidden, they are 0.
struct Sign {
  const char* word;
  cl_device_info info;
};
constexpr Sign signs[] = {
    {"cl_khr_fp64", CL_DEVICE_DOUBLE_FP_CONFIG},
    {"cl_khr_fp64", CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE},
    {"cl_khr_fp64", CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE},
    {"cl_khr_fp16", CL_DEVICE_HALF_FP_CONFIG},
    {"cl_khr_fp16", CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF},
    {"cl_khr_fp16", CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF},
    {"cl_khr_subgroups", CL_DEVICE_MAX_NUM_SUB_GROUPS},
    {"cl_khr_il_program", CL_DEVICE_IL_VERSION},
    {"svm", CL_DEVICE_SVM_CAPABILITIES},
    {"__opencl_c_images", CL_DEVICE_IMAGE_SUPPORT},
    {"__opencl_c_read_write_images", CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS},
    {"__opencl_c_work_group_collective_functions",
     CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT},
    {"__opencl_c_generic_address_space", CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT},
    {"__opencl_c_pipes", CL_DEVICE_PIPE_SUPPORT},
    {"__opencl_c_device_enqueue", CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES},
};

// Part of a function's name, and the extension that brings it.
constexpr const char* brought_by[][2] = {
    {"CommandBuffer", "cl_khr_command_buffer"},
    {"clCommand", "cl_khr_command_buffer"},
    {"MemObjectsKHR", "cl_khr_external_memory"},
    {"Semaphore", "cl_khr_semaphore"},
    {"FromGL", "cl_khr_gl_sharing"},
    {"GLObject", "cl_khr_gl_sharing"},
    {"clGetGL", "cl_khr_gl_sharing"},
    {"GLsync", "cl_khr_gl_event"},
    {"SubGroupInfoKHR", "cl_khr_subgroups"},
    {"SuggestedLocal", "cl_khr_suggested_local_work_size"},
    {"QueueWithPropertiesKHR", "cl_khr_create_command_queue"},
    {"WithILKHR", "cl_khr_il_program"},
    {"MemINTEL", "cl_intel_unified_shared_memory"},
    {"MemAllocInfoINTEL", "cl_intel_unified_shared_memory"},
};
// [/signs]

// [answers]
using Bytes = std::vector<char>;

bool is_hidden(std::string_view word) {
  return std::find(hidden().begin(), hidden().end(), word) != hidden().end();
}

Bytes without_hidden_words(const Bytes& answer) {
  std::istringstream words(std::string(answer.data(), strnlen(answer.data(), answer.size())));
  std::string kept;
  for (std::string word; words >> word;)
    if (!is_hidden(word))
      kept += (kept.empty() ? "" : " ") + word;
  return {kept.c_str(), kept.c_str() + kept.size() + 1};
}

Bytes without_hidden_versions(const Bytes& answer) {
  Bytes kept;
  for (std::size_t at = 0; at + sizeof(cl_name_version) <= answer.size();
       at += sizeof(cl_name_version))
    if (!is_hidden(answer.data() + at + offsetof(cl_name_version, name)))
      kept.insert(kept.end(), answer.begin() + at, answer.begin() + at + sizeof(cl_name_version));
  return kept;
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info info, size_t room,
                                   void* value, size_t* length) {
  const bool words = info == CL_DEVICE_EXTENSIONS;
  const bool versions =
      info == CL_DEVICE_EXTENSIONS_WITH_VERSION || info == CL_DEVICE_OPENCL_C_FEATURES;
  const bool sign = std::any_of(std::begin(signs), std::end(signs), [&](const Sign& each) {
    return each.info == info && is_hidden(each.word);
  });
  size_t size = 0;
  cl_int error = CL_SUCCESS;
  if ((!words && !versions && !sign) ||
      (error = next.clGetDeviceInfo(device, info, 0, nullptr, &size)) != CL_SUCCESS)
    return error ? error : next.clGetDeviceInfo(device, info, room, value, length);
  Bytes answer(size);
  error = next.clGetDeviceInfo(device, info, size, answer.data(), nullptr);
  if (error)
    return error;
  return reply(sign    ? Bytes(size)
               : words ? without_hidden_words(answer)
                       : without_hidden_versions(answer),
               room, value, length);
}

cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info info, size_t room,
                                     void* value, size_t* length) {
  const bool words = info == CL_PLATFORM_EXTENSIONS;
  size_t size = 0;
  cl_int error = CL_SUCCESS;
  if ((!words && info != CL_PLATFORM_EXTENSIONS_WITH_VERSION) ||
      (error = next.clGetPlatformInfo(platform, info, 0, nullptr, &size)) != CL_SUCCESS)
    return error ? error : next.clGetPlatformInfo(platform, info, room, value, length);
  Bytes answer(size);
  error = next.clGetPlatformInfo(platform, info, size, answer.data(), nullptr);
  if (error)
    return error;
  return reply(words ? without_hidden_words(answer) : without_hidden_versions(answer), room, value,
               length);
}

// [/answers]

// [functions]
bool is_hidden_function(std::string_view name) {
  return std::any_of(std::begin(brought_by), std::end(brought_by), [&](const auto& each) {
    return name.find(each[0]) != std::string_view::npos && is_hidden(each[1]);
  });
}
void* CL_API_CALL get_address(const char* name) {
  return is_hidden_function(name) ? nullptr : next.clGetExtensionFunctionAddress(name);
}
void* CL_API_CALL get_address_for(cl_platform_id platform, const char* name) {
  return is_hidden_function(name) ? nullptr
                                  : next.clGetExtensionFunctionAddressForPlatform(platform, name);
}

// [/functions]

// [source]
// Kernels ask with #ifdef: there the words must be gone, too.
cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char** strings,
                                      const size_t* lengths, cl_int* error) {
  std::string undef;
  for (const std::string& word : hidden())
    undef += "#undef " + word + '\n';
  undef += "#line 1\n";
  std::vector<const char*> texts{undef.c_str()};
  std::vector<size_t> sizes{undef.size()};
  for (cl_uint i = 0; strings && i < count; ++i) {
    texts.push_back(strings[i]);
    sizes.push_back(lengths ? lengths[i] : 0); // 0: up to the terminating zero
  }
  return next.clCreateProgramWithSource(context, count ? count + 1 : 0, texts.data(), sizes.data(),
                                        error);
}
// [/source]

} // namespace

const std::vector<std::string>& hidden() {
  static const auto& words = *new std::vector<std::string>(words_to_hide());
  return words;
}

void hide_in(cl_icd_dispatch& table) {
  if (hidden().empty())
    return;
  table.clGetDeviceInfo = get_device_info;
  table.clGetPlatformInfo = get_platform_info;
  table.clGetExtensionFunctionAddress = get_address;
  table.clGetExtensionFunctionAddressForPlatform = get_address_for;
  table.clCreateProgramWithSource = create_program;
}

} // namespace layer
