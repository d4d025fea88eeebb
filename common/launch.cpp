#include "common/launch.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace common {
namespace {

using Sizes = std::array<std::size_t, 3>;

Sizes sizes_of(const cl::NDRange& range) {
  Sizes sizes{1, 1, 1};
  for (std::size_t d = 0; d < range.dimensions(); ++d)
    sizes[d] = range.get()[d];
  return sizes;
}

cl::NDRange range_of(const Sizes& sizes, std::size_t dimensions) {
  switch (dimensions) {
  case 1:
    return {sizes[0]};
  case 2:
    return {sizes[0], sizes[1]};
  case 3:
    return {sizes[0], sizes[1], sizes[2]};
  default:
    return cl::NullRange;
  }
}

std::size_t product(const Sizes& sizes) {
  return sizes[0] * sizes[1] * sizes[2];
}

struct Limits {
  std::size_t total;
  Sizes each{1, 1, 1};
};

Limits limits_of(const cl::Device& device, const cl::Kernel& kernel) {
  Limits limits{device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>()};
  // A kernel that was compiled for one size runs with it, whatever NVIDIA's driver says of its limit (256).
  if (kernel() && kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device)[0] == 0)
    limits.total =
        std::min(limits.total, kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device));
  const auto each = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
  std::copy_n(each.begin(), std::min<std::size_t>(each.size(), 3), limits.each.begin());
  return limits;
}

} // namespace

std::string range_text(const cl::NDRange& range) {
  const Sizes sizes = sizes_of(range);
  return range.dimensions() == 0
             ? "none"
             : fmt::format("{}", fmt::join(sizes.begin(), sizes.begin() + range.dimensions(), "x"));
}

std::size_t range_size(const cl::NDRange& range) {
  return range.dimensions() == 0 ? 0 : product(sizes_of(range));
}

cl::NDRange round_up(const cl::NDRange& global, const cl::NDRange& local) {
  Sizes sizes = sizes_of(global);
  const Sizes steps = sizes_of(local);
  for (std::size_t d = 0; d < 3; ++d)
    sizes[d] = round_up(sizes[d], std::max<std::size_t>(steps[d], 1));
  return range_of(sizes, global.dimensions());
}

cl::NDRange fit_local_size(const cl::Device& device, const cl::Kernel& kernel,
                           const cl::NDRange& wanted) {
  const Limits limits = limits_of(device, kernel);
  Sizes sizes = sizes_of(wanted);
  for (std::size_t d = 0; d < 3; ++d)
    while (sizes[d] > limits.each[d])
      sizes[d] = (sizes[d] + 1) / 2;
  while (product(sizes) > limits.total) {
    auto& largest = *std::max_element(sizes.begin(), sizes.end());
    largest = (largest + 1) / 2;
  }
  return range_of(sizes, wanted.dimensions());
}

std::string launch_problem(const cl::Device& device, const cl::Kernel& kernel,
                           const cl::NDRange& global, const cl::NDRange& local) {
  const std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
  if (global.dimensions() == 0 || product(sizes_of(global)) == 0)
    return fmt::format("kernel {}: the global size {} is empty: there is nothing to launch.", name,
                       range_text(global));

  const auto required = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
  if (required[0] != 0 &&
      (local.dimensions() == 0 || Sizes{required[0], required[1], required[2]} != sizes_of(local)))
    return fmt::format("kernel {} was compiled with reqd_work_group_size({}); the launch gives the "
                       "local size {}: give the "
                       "required one.",
                       name, fmt::join(required, ", "), range_text(local));
  if (local.dimensions() == 0)
    return {};
  if (local.dimensions() != global.dimensions())
    return fmt::format(
        "kernel {}: the global size {} and the local size {} have different numbers of dimensions.",
        name, range_text(global), range_text(local));

  const Limits limits = limits_of(device, kernel);
  const Sizes local_sizes = sizes_of(local);
  const std::string fitting = range_text(fit_local_size(device, kernel, local));
  if (product(local_sizes) == 0)
    return fmt::format("kernel {}: the local size {} is empty.", name, range_text(local));
  if (product(local_sizes) > limits.total)
    return fmt::format("local size {} = {} work-items; kernel {} on this device allows {}: try {}.",
                       range_text(local), product(local_sizes), name, limits.total, fitting);
  for (std::size_t d = 0; d < 3; ++d)
    if (local_sizes[d] > limits.each[d])
      return fmt::format("local size {}: this device allows {} work-items in dimension {}: try {}.",
                         range_text(local), limits.each[d], d, fitting);

  const Sizes global_sizes = sizes_of(global);
  for (std::size_t d = 0; d < 3; ++d)
    if (global_sizes[d] % local_sizes[d] != 0)
      return fmt::format("kernel {}: the local size {} does not divide the global size {} in "
                         "dimension {}: round the global "
                         "size up to {} and guard the kernel.",
                         name, range_text(local), range_text(global), d,
                         range_text(round_up(global, local)));

  const auto used = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device);
  const auto available = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  // NVIDIA's driver adds the alignment of the arrays, 128 bytes at most, and yet runs kernels that fill its memory exactly.
  constexpr cl_ulong alignment = 128;
  if (used > available + alignment)
    return fmt::format("kernel {} needs {} bytes of local memory for a work-group; this device has "
                       "{}: use smaller tiles.",
                       name, used, available);
  return {};
}

cl::Event launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, const cl::NDRange& global,
                 const cl::NDRange& local, const std::vector<cl::Event>& wait_for,
                 const cl::NDRange& offset) {
  const cl::Device device = queue.getInfo<CL_QUEUE_DEVICE>();
  const std::string problem = launch_problem(device, kernel, global, local);
  if (!problem.empty())
    throw Error(problem);
  // Where a work-group holds a single work-item there is only one local size to choose, and PoCL 3.1 aborts the program when
  // it is asked to choose it.
  const bool no_choice = local.dimensions() == 0 && limits_of(device, kernel).total == 1;
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, offset, global,
                             no_choice ? range_of({1, 1, 1}, global.dimensions()) : local,
                             &wait_for, &event);
  return event;
}

bool counts_local_arrays(const Session& session) {
  const cl::Program program =
      build_source(session.context, session.device,
                   "kernel void mirror(global int* x) {\n"
                   "  local int tile[64];\n"
                   "  tile[get_local_id(0)] = x[get_global_id(0)];\n"
                   "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "  x[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];\n"
                   "}\n");
  const auto bytes =
      cl::Kernel(program, "mirror").getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(session.device);
  if (bytes >= 64 * sizeof(cl_int))
    return true;
  report_driver_error(session.device,
                      fmt::format("CL_KERNEL_LOCAL_MEM_SIZE is {} for a kernel with an "
                                  "array of 256 bytes in local memory",
                                  bytes));
  return false;
}

} // namespace common
