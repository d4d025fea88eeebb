#include "common/launch.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace common {
namespace {

// 0 for cl::NullRange. The sizes of dimensions that a range does not have are 1.
std::size_t product(const cl::NDRange& range) {
  return range.get()[0] * range.get()[1] * range.get()[2];
}

// [limits]
// The most work-items in a work-group: in all, and in each dimension.
struct Limits {
  std::size_t total;
  std::vector<std::size_t> each;
};

Limits limits_of(const cl::Device& device, const cl::Kernel& kernel) {
  Limits limits{device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
                device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>()};
  limits.each.resize(3, 1); // custom devices may list fewer
  // A kernel that was compiled for one size runs with it, whatever NVIDIA's driver says its limit is.
  if (kernel() && kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device)[0] == 0)
    limits.total =
        std::min(limits.total, kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device));
  return limits;
}
// [/limits]

} // namespace

std::string range_text(const cl::NDRange& range) {
  return range.dimensions() == 0
             ? "none"
             : fmt::format("{}", fmt::join(range.get(), range.get() + range.dimensions(), "x"));
}

// [round-up]
cl::NDRange round_up(const cl::NDRange& global, const cl::NDRange& local) {
  cl::NDRange rounded = global;
  for (std::size_t d = 0; d < global.dimensions(); ++d)
    rounded.get()[d] = round_up(global.get()[d], std::max<std::size_t>(local.get()[d], 1));
  return rounded;
}
// [/round-up]

// [fit-local-size]
cl::NDRange fit_local_size(const cl::Device& device, const cl::Kernel& kernel,
                           const cl::NDRange& wanted) {
  const Limits limits = limits_of(device, kernel);
  cl::NDRange local = wanted;
  std::size_t* const sides = local.get();
  for (std::size_t d = 0; d < local.dimensions(); ++d)
    while (sides[d] > limits.each[d])
      sides[d] = (sides[d] + 1) / 2;
  while (product(local) > limits.total) {
    std::size_t& largest = *std::max_element(sides, sides + local.dimensions());
    largest = (largest + 1) / 2;
  }
  return local;
}
// [/fit-local-size]

std::string launch_problem(const cl::Device& device, const cl::Kernel& kernel,
                           const cl::NDRange& global, const cl::NDRange& local) {
  const std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
  if (product(global) == 0)
    return fmt::format("kernel {}: the global size {} is empty: there is nothing to launch.", name,
                       range_text(global));

  const auto required = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
  if (required[0] != 0 && !std::equal(required.begin(), required.end(), local.get()))
    return fmt::format("kernel {} was compiled with reqd_work_group_size({}); the launch gives the "
                       "local size {}: give the required one.",
                       name, fmt::join(required, ", "), range_text(local));
  if (local.dimensions() == 0)
    return {}; // the driver chooses
  if (local.dimensions() != global.dimensions())
    return fmt::format(
        "kernel {}: the global size {} and the local size {} have different numbers of dimensions.",
        name, range_text(global), range_text(local));
  if (product(local) == 0)
    return fmt::format("kernel {}: the local size {} is empty.", name, range_text(local));

  // [launch-problem]
  const Limits limits = limits_of(device, kernel);
  const std::string fitting = range_text(fit_local_size(device, kernel, local));
  if (product(local) > limits.total)
    return fmt::format("local size {} = {} work-items; kernel {} on this device allows {}: try {}.",
                       range_text(local), product(local), name, limits.total, fitting);
  for (std::size_t d = 0; d < local.dimensions(); ++d) {
    if (local.get()[d] > limits.each[d])
      return fmt::format("local size {}: this device allows {} work-items in dimension {}: try {}.",
                         range_text(local), limits.each[d], d, fitting);
    if (global.get()[d] % local.get()[d] != 0)
      return fmt::format("kernel {}: the local size {} does not divide the global size {} in "
                         "dimension {}: round the global size up to {} and guard the kernel.",
                         name, range_text(local), range_text(global), d,
                         range_text(round_up(global, local)));
  }
  // [/launch-problem]

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

// [require-room]
void require_room(const cl::Device& device, std::size_t width, std::size_t height,
                  const std::vector<std::size_t>& bytes_per_pixel, std::size_t written) {
  const double pixels = static_cast<double>(width) * static_cast<double>(height);
  const auto require = [&](const std::string& what, double per_pixel, double limit,
                           const std::string& name) {
    if (pixels * per_pixel <= limit)
      return;
    const double most = std::floor(limit / per_pixel); // pixels, of the same shape
    const double shrink = std::sqrt(most / pixels), all_rows = std::floor(height * shrink);
    const double columns = std::clamp(std::floor(width * shrink), 1.0, std::max(1.0, most));
    const double rows = std::min(std::max(1.0, all_rows), std::floor(most / columns));
    throw Error(fmt::format("a size of {} x {} needs {} of {:.1f} MB, and {} is {:.1f} MB: at most "
                            "{:.0f} x {:.0f} fits.",
                            width, height, what, 1e-6 * pixels * per_pixel, name, 1e-6 * limit,
                            columns, rows));
  };
  double largest = 0, all = 0;
  for (const std::size_t bytes : bytes_per_pixel) {
    largest = std::max(largest, double(bytes));
    all += double(bytes);
  }
  require("a buffer", largest, double(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>()),
          "the most that this device allows (CL_DEVICE_MAX_MEM_ALLOC_SIZE)");
  require("buffers", all, double(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>()),
          "all of this device's memory (CL_DEVICE_GLOBAL_MEM_SIZE)");
  if (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) // the host has about the same again
    require("buffers and copies on the host", 2 * all, free_memory(),
            "what is free on this machine");
  require("a result", 4.0 * written, 4.0 * max_image_pixels, "the largest picture that we write");
}

void require_image_room(const cl::Device& device, std::size_t width, std::size_t height,
                        std::size_t written) {
  const std::size_t most_columns = device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>(),
                    most_rows = device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
  if (width > most_columns || height > most_rows)
    throw Error(fmt::format("an image of {} x {} pixels is too large: at most {} x {} fit on this "
                            "device (CL_DEVICE_IMAGE2D_MAX_WIDTH and _HEIGHT).",
                            width, height, most_columns, most_rows));
  require_room(device, width, height, {4}, written);
}
// [/require-room]

// [launch]
cl::Event launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, const cl::NDRange& global,
                 const cl::NDRange& local, const std::vector<cl::Event>& wait_for,
                 const cl::NDRange& offset) {
  const cl::Device device = queue.getInfo<CL_QUEUE_DEVICE>();
  const std::string problem = launch_problem(device, kernel, global, local);
  if (!problem.empty())
    throw Error(problem);
  // If work-groups hold one work-item there is nothing to choose, and PoCL 3.1 crashes if it has to.
  const bool no_choice = local.dimensions() == 0 && limits_of(device, kernel).total == 1;
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, offset, global,
                             no_choice ? fit_local_size(device, kernel, global) : local, &wait_for,
                             &event);
  return event;
}
// [/launch]

} // namespace common
