// The lists of extensions: of the platform and of the device, as words and with versions, and what kernels see of them.

#include "lab.hpp"

#include "common/kernel_io.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>
#include <sstream>

// [words]
std::vector<std::string> words_in(const std::string& list) {
  std::istringstream stream(list);
  return {std::istream_iterator<std::string>(stream), {}};
}
// [/words]

cl::Platform platform_of(const cl::Device& device) {
  return cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>());
}

std::vector<std::string> device_words(const cl::Device& device) {
  return words_in(device.getInfo<CL_DEVICE_EXTENSIONS>());
}

std::vector<std::string> platform_words(const cl::Device& device) {
  return words_in(platform_of(device).getInfo<CL_PLATFORM_EXTENSIONS>());
}

bool is_listed(const cl::Device& device, const std::string& extension) {
  for (const auto& words : {device_words(device), platform_words(device)})
    if (std::count(words.begin(), words.end(), extension) > 0)
      return true;
  return false;
}

std::string newest_language(const cl::Device& device) {
  return device.getInfo<CL_DEVICE_OPENCL_C_VERSION>().find("OpenCL C 3.") == 0 ||
                 common::device_version(device) >= 300
             ? "-cl-std=CL3.0"
             : "";
}

namespace {

// [with-version]
// The same lists as numbers, since OpenCL 3.0 (before it with cl_khr_extended_versioning).
template <typename Object>
std::vector<cl_name_version> with_versions(const Object& object, cl_uint question) {
  std::vector<cl_name_version> list;
  return object.getInfo(question, &list) == CL_SUCCESS ? list : std::vector<cl_name_version>{};
}
// [/with-version]

std::string version_text(cl_version version) {
  return fmt::format("{}.{}.{}", CL_VERSION_MAJOR(version), CL_VERSION_MINOR(version),
                     CL_VERSION_PATCH(version));
}

std::vector<cl_name_version> features_of(const cl::Device& device) {
  return common::device_version(device) < 300 ? std::vector<cl_name_version>{}
                                              : with_versions(device, CL_DEVICE_OPENCL_C_FEATURES);
}

std::string class_of(const std::string& word) {
  return word.rfind("cl_khr_", 0) == 0   ? "Khronos"
         : word.rfind("cl_ext_", 0) == 0 ? "several vendors"
                                         : "one vendor: " + word.substr(3, word.find('_', 3) - 3);
}

} // namespace

bool has_feature(const cl::Device& device, const std::string& feature) {
  const auto list = features_of(device);
  return std::any_of(list.begin(), list.end(),
                     [&](const cl_name_version& each) { return feature == each.name; });
}

// [lists]
Json who_lists_what(const Lab& lab) {
  const auto on_device = device_words(lab.device), on_platform = platform_words(lab.device);
  const std::set<std::string> device_set(on_device.begin(), on_device.end());
  const std::set<std::string> platform_set(on_platform.begin(), on_platform.end());
  std::set<std::string> all = device_set;
  all.insert(platform_set.begin(), platform_set.end());
  std::map<std::string, std::string> versions;
  std::size_t with_version = 0;
  if (common::device_version(lab.device) >= 300)
    for (const cl_name_version& each :
         with_versions(lab.device, CL_DEVICE_EXTENSIONS_WITH_VERSION)) {
      versions[each.name] = version_text(each.version);
      with_version += device_set.count(each.name);
    }
  harness::Table table({{"extension"}, {"device"}, {"platform"}, {"version"}, {"comes from"}});
  for (const std::string& word : all)
    table.add({word, device_set.count(word) ? "yes" : "-", platform_set.count(word) ? "yes" : "-",
               versions.count(word) ? versions[word] : "-", class_of(word)});
  fmt::print("{}", table.text());
  if (!versions.empty() && versions.size() != with_version)
    fmt::print("  the list with versions has {} names that the list of words lacks\n",
               versions.size() - with_version);
  std::vector<std::string> features;
  for (const cl_name_version& each : features_of(lab.device))
    features.emplace_back(each.name);
  fmt::print("  features of OpenCL C 3.0: {}\n",
             features.empty() ? "none" : fmt::format("{}", fmt::join(features, ", ")));
  verify(device_set.size() == on_device.size(), "no word is there twice");
  return {{"device", on_device},
          {"platform", on_platform},
          {"versions", versions},
          {"features", features}};
}
// [/lists]

// [core]
Json what_has_become_core(const Lab& lab) {
  struct Promotion {
    const char* extension;
    int since;
    const char* core;
  };
  constexpr Promotion promotions[] = {
      {"cl_khr_global_int32_base_atomics", 110, "atomic_add and others"},
      {"cl_khr_global_int32_extended_atomics", 110, "atomic_min and others"},
      {"cl_khr_local_int32_base_atomics", 110, "the same in local memory"},
      {"cl_khr_local_int32_extended_atomics", 110, "the same in local memory"},
      {"cl_khr_byte_addressable_store", 110, "a kernel may store bytes"},
      {"cl_khr_fp64", 120, "optional: CL_DEVICE_DOUBLE_FP_CONFIG"},
      {"cl_ext_device_fission", 120, "clCreateSubDevices"},
      {"cl_khr_3d_image_writes", 200, "write_imagef; optional again since 3.0"},
      {"cl_khr_create_command_queue", 200, "clCreateCommandQueueWithProperties"},
      {"cl_khr_image2d_from_buffer", 200, "clCreateImage over a buffer; optional since 3.0"},
      {"cl_khr_depth_images", 200, "CL_DEPTH; optional since 3.0"},
      {"cl_khr_subgroups", 210, "clGetKernelSubGroupInfo; optional since 3.0"},
      {"cl_khr_il_program", 210, "clCreateProgramWithIL; optional since 3.0"},
      {"cl_khr_extended_versioning", 300, "CL_DEVICE_EXTENSIONS_WITH_VERSION"},
  };
  const int version = common::device_version(lab.device);
  harness::Table table({{"extension"}, {"core since"}, {"there it is"}, {"listed here"}});
  Json rows = Json::array();
  for (const Promotion& each : promotions) {
    const bool listed = is_listed(lab.device, each.extension);
    table.add({each.extension, fmt::format("{}.{}", each.since / 100, each.since / 10 % 10),
               each.core, listed ? "yes" : "no"});
    rows.push_back({{"extension", each.extension}, {"since", each.since}, {"listed", listed}});
  }
  fmt::print("{}", table.text());
  // The core's functions work without a word to the compiler, listed or not.
  cl::Kernel kernel(common::build_source(lab.context, lab.device,
                                         "kernel void count(volatile global uint* n) {\n"
                                         "  atomic_inc(n);\n"
                                         "}\n"),
                    "count");
  const cl::Buffer number = lab.buffer(std::vector<cl_uint>(1));
  common::set_args(kernel, number);
  common::launch(lab.queue, kernel, {1000}, {1});
  verify(lab.read<cl_uint>(number)[0] == 1000, "atomic_inc is core and needs no #pragma");
  fmt::print("  a device of OpenCL {}.{}: atomic_inc without a #pragma counts to 1000\n",
             version / 100, version / 10 % 10);
  return {{"version", version}, {"rows", rows}};
}
// [/core]

namespace {

// [macros]
// Which of these names are defined as macros in a kernel. One source asks for all of them.
std::set<std::string> defined_macros(const Lab& lab, const std::vector<std::string>& names,
                                     const std::string& options) {
  std::string source = "kernel void ask(global uint* is_defined) {\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    source += fmt::format("#ifdef {}\n  is_defined[{}] = 1;\n#endif\n", names[i], i);
  cl::Kernel kernel(common::build_source(lab.context, lab.device, source + "}\n", options), "ask");
  const cl::Buffer answers = lab.buffer(std::vector<cl_uint>(names.size()));
  common::set_args(kernel, answers);
  common::launch(lab.queue, kernel, {1}, {1});
  std::set<std::string> defined;
  const auto got = lab.read<cl_uint>(answers);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (got[i] == 1)
      defined.insert(names[i]);
  return defined;
}
// [/macros]

// What the compiler says to a line before an empty kernel: "accepted", "accepted, with a warning", "refused".
std::string verdict_on(const Lab& lab, const std::string& line) {
  try {
    const cl::Program program =
        common::build_source(lab.context, lab.device, line + "\nkernel void nothing() {}\n");
    return common::build_log(program, lab.device).empty() ? "accepted" : "accepted with a warning";
  } catch (const common::BuildError&) {
    return "refused";
  }
}

} // namespace

// [kernels]
Json what_do_kernels_see(const Lab& lab) {
  std::vector<std::string> names = device_words(lab.device);
  const std::set<std::string> listed(names.begin(), names.end());
  for (const char* other : {"cl_khr_fp16", "cl_khr_fp64", "cl_khr_subgroups", "cl_khr_gl_sharing",
                            "cl_khr_integer_dot_product", "cl_khr_int64"})
    if (listed.count(other) == 0)
      names.emplace_back(other);
  const auto defined = defined_macros(lab, names, "");
  std::vector<std::string> silent, extra;
  for (const std::string& name : names)
    if (listed.count(name) != defined.count(name))
      (listed.count(name) ? silent : extra).push_back(name);
  fmt::print("  of {} listed extensions kernels see {} as macros\n", listed.size(),
             listed.size() - silent.size());
  const auto show = [](const char* what, const std::vector<std::string>& list) {
    if (!list.empty())
      fmt::print("  {}: {}\n", what, fmt::join(list, ", "));
  };
  show("listed, and no macro", silent);
  show("a macro, and not listed", extra);

  Json features;
  if (!newest_language(lab.device).empty()) {
    std::vector<std::string> all = {"__opencl_c_fp64",
                                    "__opencl_c_images",
                                    "__opencl_c_3d_image_writes",
                                    "__opencl_c_subgroups",
                                    "__opencl_c_generic_address_space",
                                    "__opencl_c_pipes"};
    std::vector<std::string> unsaid;
    const auto seen = defined_macros(lab, all, "-cl-std=CL3.0");
    for (const std::string& each : all)
      if ((seen.count(each) > 0) != has_feature(lab.device, each))
        unsaid.push_back(each);
    fmt::print("  with -cl-std=CL3.0, {} of {} features are macros{}\n", seen.size(), all.size(),
               unsaid.empty() ? ", just those that the device lists" : "");
    show("macro and list disagree", unsaid);
    features = {{"asked", all}, {"macros", seen}, {"disagree", unsaid}};
  }

  Json verdicts;
  for (const char* line :
       {"#pragma OPENCL EXTENSION cl_khr_fp64 : enable",
        "#pragma OPENCL EXTENSION cl_khr_int64 : enable", // there is none of this name
        "#pragma OPENCL EXTENSION all : disable", "#pragma OPENCL EXTENSION all : enable"}) {
    verdicts[line] = verdict_on(lab, line);
    fmt::print("  {:<48} {}\n", line, verdicts[line].get<std::string>());
  }
  return {{"listed", listed.size()},
          {"no_macro", silent},
          {"not_listed", extra},
          {"features", features},
          {"verdicts", verdicts}};
}
// [/kernels]
