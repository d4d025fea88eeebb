// What a kernel tells about itself, and how large its work-groups may be.

#include "common/error.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

std::string address_name(cl_kernel_arg_address_qualifier address) {
  switch (address) {
  case CL_KERNEL_ARG_ADDRESS_GLOBAL:
    return "global";
  case CL_KERNEL_ARG_ADDRESS_LOCAL:
    return "local";
  case CL_KERNEL_ARG_ADDRESS_CONSTANT:
    return "constant";
  default:
    return "private"; // values
  }
}

std::string access_name(cl_kernel_arg_access_qualifier access) { // images only
  return access == CL_KERNEL_ARG_ACCESS_NONE        ? "none"
         : access == CL_KERNEL_ARG_ACCESS_READ_ONLY ? "read_only"
                                                    : "write_only or read_write";
}

// Some drivers return their answers with the terminating zero, and one with garbage around it.
std::string printable(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }),
             text.end());
  return text;
}

// [arg-info]
Json arguments_of(const cl::Kernel& kernel) {
  harness::Table table({{"argument"}, {"address"}, {"access"}, {"type"}, {"const"}, {"name"}});
  Json arguments = Json::array();
  for (cl_uint i = 0; i < kernel.getInfo<CL_KERNEL_NUM_ARGS>(); ++i) {
    const auto address = address_name(kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(i));
    const auto access = access_name(kernel.getArgInfo<CL_KERNEL_ARG_ACCESS_QUALIFIER>(i));
    const auto type = printable(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i));
    const auto qualifiers = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(i);
    const auto name = printable(kernel.getArgInfo<CL_KERNEL_ARG_NAME>(i));
    const bool is_const = (qualifiers & CL_KERNEL_ARG_TYPE_CONST) != 0;
    table.add({std::to_string(i), address, access, type, is_const ? "yes" : "", name});
    arguments.push_back({{"address", address}, {"type", type}, {"name", name}});
  }
  fmt::print("{}", table.text());
  return arguments;
}
// [/arg-info]

// [sub-groups]
// Why the device's sub-groups cannot be asked for; else how many work-items one has.
Json sub_groups(const Lab& lab, const cl::Kernel& kernel, const cl::NDRange& local) {
  const int version = common::device_version(lab.device);
  if (version < 210)
    return {{"skipped", "needs OpenCL 2.1, the device has " + version_text(version)}};
  if (lab.device.getInfo<CL_DEVICE_MAX_NUM_SUB_GROUPS>() == 0)
    return {{"skipped", "the device has no sub-groups"}};
  try {
    return {{"size",
             kernel.getSubGroupInfo<CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE>(lab.device, local)},
            {"count",
             kernel.getSubGroupInfo<CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE>(lab.device, local)}};
  } catch (const cl::Error& error) {
    return {{"skipped", "the driver answers " + common::error_name(error.err())}};
  }
}
// [/sub-groups]

} // namespace

// [ask]
Json what_does_a_kernel_know_about_itself(const Lab& lab) {
  cl::Program program = lab.program("arguments", "-cl-kernel-arg-info");
  std::vector<cl::Kernel> all;
  program.createKernels(&all); // clCreateKernelsInProgram
  std::vector<std::string> names;
  for (const cl::Kernel& kernel : all)
    names.push_back(kernel.getInfo<CL_KERNEL_FUNCTION_NAME>());
  std::sort(names.begin(), names.end());
  fmt::print("  kernels in the program: {}\n", fmt::join(names, ", "));
  const std::string no_such = error_of([&] { cl::Kernel(program, "every_kind"); });
  verify(no_such == "CL_INVALID_KERNEL_NAME", "a kernel that is not there cannot be created");

  const cl::Kernel kernel(program, "every_sort"); // clCreateKernel
  const auto count = [&] { return kernel.getInfo<CL_KERNEL_REFERENCE_COUNT>(); };
  verify(count() == 1, "a new kernel has one reference");
  {
    const cl::Kernel copy = kernel; // clRetainKernel
    verify(count() == 2, "a copy of the handle is one more");
    verify(copy() == kernel(), "and the same kernel");
  } // clReleaseKernel
  verify(count() == 1, "the end of the copy is one less");
  const cl::Kernel twin(program, "every_sort");
  verify(twin() != kernel() && count() == 1, "a second kernel of the same name is another one");
  verify(kernel.getInfo<CL_KERNEL_PROGRAM>()() == program(), "it knows its program");
  verify(kernel.getInfo<CL_KERNEL_CONTEXT>()() == lab.context(), "and its context");

  const Json arguments = arguments_of(kernel);
  const std::string without =
      error_of([&] { lab.kernel("arguments", "every_sort").getArgInfo<CL_KERNEL_ARG_NAME>(0); });
  fmt::print("  without -cl-kernel-arg-info: {}\n", without.empty() ? "known as well" : without);
  const std::string attributes =
      printable(lab.kernel("sizes", "required").getInfo<CL_KERNEL_ATTRIBUTES>());
  fmt::print("  attributes of the kernel 'required': {}\n", attributes);
  return {{"kernels", names}, {"arguments", arguments}, {"without_option", without}};
}
// [/ask]

// [limits]
Json how_large_may_a_work_group_be(const Lab& lab) {
  const cl::Device& device = lab.device;
  const auto device_limit = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  const auto dimensions = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
  fmt::print("  the device: {} work-items at most; {} in each dimension\n", device_limit,
             fmt::join(dimensions, ", "));
  using Align = harness::Table::Align;
  harness::Table table({{"kernel"},
                        {"at most", Align::right},
                        {"best a multiple of", Align::right},
                        {"local bytes", Align::right},
                        {"private bytes", Align::right},
                        {"required"}});
  Json rows = Json::array();
  const auto ask = [&](const std::string& name, const cl::Kernel& kernel) {
    const auto limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
    const auto multiple =
        kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device);
    const auto local_bytes = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device);
    const auto private_bytes = kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(device);
    const auto required = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
    verify(limit >= 1 && limit <= device_limit, "a kernel allows no more than the device");
    table.add({name, std::to_string(limit), std::to_string(multiple), std::to_string(local_bytes),
               std::to_string(private_bytes),
               required[0] == 0 ? "no" : fmt::format("{}", fmt::join(required, "x"))});
    rows.push_back({{"kernel", name},
                    {"work_group_size", limit},
                    {"multiple", multiple},
                    {"local_bytes", local_bytes},
                    {"private_bytes", private_bytes},
                    {"required", required}});
    return local_bytes;
  };
  const cl::Kernel squares = lab.kernel("sizes", "squares");
  ask("squares", squares);
  cl::Kernel every_sort = lab.kernel("arguments", "every_sort");
  const auto before = ask("every_sort, tile not set", every_sort);
  every_sort.setArg(4, cl::Local(2048));
  const auto after = ask("every_sort, tile of 2048", every_sort);
  const bool counts = after > before; // it should, by the specification
  const auto of_array = ask("hungry", lab.kernel("sizes", "hungry"));
  const bool arrays_count = harness::counts_local_arrays(lab); // false: an error of the driver
  verify(!arrays_count || of_array >= 4096, "a local array counts at once");
  // [/limits]

  // [required]
  const std::size_t size = common::fit_local_size(device, squares, {8}).get()[0];
  const std::string option = fmt::format("-D LOCAL_SIZE={}", size);
  cl::Kernel required = lab.kernel("sizes", "required", option.c_str());
  ask("required", required);
  const cl::Buffer sizes = lab.buffer(std::vector<cl_uint>(2 * size));
  required.setArg(0, sizes);
  const auto launch_with = [&](const cl::NDRange& local) {
    return error_of([&] {
      lab.queue.enqueueNDRangeKernel(required, cl::NullRange, cl::NDRange(2 * size), local);
      lab.queue.finish();
    });
  };
  const std::string right = launch_with({size}), wrong = launch_with({2 * size});
  verify(right.empty(), "the required size runs");
  verify(lab.read<cl_uint>(sizes) == std::vector<cl_uint>(2 * size, static_cast<cl_uint>(size)),
         "and it is the size");
  verify(wrong == "CL_INVALID_WORK_GROUP_SIZE", "no other size is allowed");
  const std::string none = launch_with(cl::NullRange);
  fmt::print("{}  'required' with another size: {}; with none: {}\n", table.text(), wrong,
             none.empty() ? "runs" : none);
  // [/required]

  const std::string global =
      error_of([&] { squares.getWorkGroupInfo<CL_KERNEL_GLOBAL_WORK_SIZE>(device); });
  fmt::print("  a local argument {} when it is set\n", counts ? "counts" : "does not count");
  fmt::print("  the largest global size: {}\n", global.empty() ? "is known" : global);
  const Json groups = sub_groups(lab, squares, common::fit_local_size(device, squares, {64}));
  fmt::print("  sub-groups: {}\n",
             groups.contains("skipped")
                 ? "left out: " + groups.at("skipped").get<std::string>()
                 : fmt::format("{} of {} work-items in a work-group of 64",
                               groups.at("count").dump(), groups.at("size").dump()));
  return {{"device_limit", device_limit},
          {"rows", rows},
          {"local_argument_counts", counts},
          {"local_array_counts", arrays_count},
          {"other_size", wrong},
          {"no_size", none},
          {"global_work_size", global},
          {"sub_groups", groups}};
}
