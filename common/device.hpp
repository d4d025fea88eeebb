#pragma once

#include "common/opencl.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace common {

/// All devices of all platforms, platform by platform, in the loader's order. The position in this
/// list is the index that --device takes. Platforms without devices are passed over. Throws Error
/// with installation advice where there is no platform or no device at all.
std::vector<cl::Device> all_devices();

/// Chooses a device. `selector` is `gpu`, `cpu`, `accelerator`, an index into all_devices(), or
/// part of a device's or platform's name (case does not matter). Where it is empty the environment
/// variable OCL_DEVICE is taken, and where that is unset too the best device there is: GPU before
/// accelerator before CPU, then by compute units times clock. Throws Error that lists the devices
/// where nothing fits.
cl::Device pick_device(std::string_view selector = {});

/// The index of `device` that --device takes, for a program that starts another one on the same
/// device. Throws Error for a device that is not in the list, such as a sub-device.
std::string index_of(const cl::Device& device);

/// The device chosen last by pick_device() in this program; null before the first choice. For
/// messages about limits.
cl::Device current_device();

/// One line: "name (platform, OpenCL 3.0, 2 compute units, 23.4 GiB)".
std::string describe(const cl::Device& device);

/// Device, context and one queue: what every program opens with. The queue is in order and profiles
/// its commands.
struct Session {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;

  explicit Session(const cl::Device& chosen,
                   cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE);
};

/// The OpenCL version of a device as a number: 120 for OpenCL 1.2, 300 for 3.0.
/// Source: CL_DEVICE_VERSION, "OpenCL<space><major>.<minor><space><vendor text>" (section 4.2).
int device_version(const cl::Device& device);

/// True for Oclgrind, which interprets kernels to find mistakes: hundreds of times slower than a
/// device.
bool is_simulator(const cl::Device& device);

/// For what a driver does wrong, where the program goes on without it: prints
/// "  error of the driver PLATFORM VERSION: WHAT", a line that the tour repeats at its end, and returns
/// it without the indentation. Only for what the specification settles, and what the caller has just
/// seen in a test that is independent of what is being taught.
std::string report_driver_error(const cl::Device& device, const std::string& what);

/// True if the device lists `extension` (for instance "cl_khr_fp64") in CL_DEVICE_EXTENSIONS.
bool has_extension(const cl::Device& device, std::string_view extension);

} // namespace common
