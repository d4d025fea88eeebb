#pragma once

#include "common/opencl.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace common {
/// The smallest multiple of `step` that is not less than `n`. step > 0.
// [round-up-number]
constexpr std::size_t round_up(std::size_t n, std::size_t step) {
  return (n + step - 1) / step * step;
}
// [/round-up-number]
/// "32x8", "256", or "none" for cl::NullRange.
std::string range_text(const cl::NDRange& range);

/// Each dimension of `global` rounded up to a multiple of `local`, for kernels with a guard.
/// Without a local size, `global`.
cl::NDRange round_up(const cl::NDRange& global, const cl::NDRange& local);

/// The largest local size not above `wanted` (halved, largest dimension first) that the device, and `kernel` unless it
/// is null, can run. On a device whose work-groups hold one work-item that is 1x1. Source:
/// CL_DEVICE_MAX_WORK_GROUP_SIZE, CL_DEVICE_MAX_WORK_ITEM_SIZES, CL_KERNEL_WORK_GROUP_SIZE (sections 4.2 and 5.9.4).
cl::NDRange fit_local_size(const cl::Device& device, const cl::Kernel& kernel,
                           const cl::NDRange& wanted);

/// Why `kernel` cannot run on `device` with these sizes, with the numbers and a size that would do; empty if it can.
/// Looks at the limits of device and kernel, the kernel's reqd_work_group_size, divisibility (before OpenCL 2.0 and for
/// kernels not built with -cl-std=CL2.0 or later, work-groups must be of equal size) and local memory.
std::string launch_problem(const cl::Device& device, const cl::Kernel& kernel,
                           const cl::NDRange& global, const cl::NDRange& local);

/// Throws Error where there is no room for buffers of so many bytes for each of width x height pixels, or for a picture
/// of `written` times as many: before the first allocation, with the limit of the device, or of this machine's memory
/// where the device is its processor, and with what would fit.
void require_room(const cl::Device& device, std::size_t width, std::size_t height,
                  const std::vector<std::size_t>& bytes_per_pixel, std::size_t written = 1);

/// The same for a two-dimensional image. Source: CL_DEVICE_IMAGE2D_MAX_WIDTH and _HEIGHT (section 4.2).
void require_image_room(const cl::Device& device, std::size_t width, std::size_t height,
                        std::size_t written = 1);

/// clEnqueueNDRangeKernel whose failures explain themselves: throws Error with what
/// launch_problem() found, before the device sees the command. Returns the command's event.
cl::Event launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, const cl::NDRange& global,
                 const cl::NDRange& local = cl::NullRange,
                 const std::vector<cl::Event>& wait_for = {},
                 const cl::NDRange& offset = cl::NullRange);
/// Sets all arguments in order: set_args(kernel, buffer, cl_int{7}, cl::Local(1024)).
// [set-args]
template <typename... Args>
void set_args(cl::Kernel& kernel, const Args&... args) {
  cl_uint index = 0;
  (kernel.setArg(index++, args), ...);
}
// [/set-args]
} // namespace common
