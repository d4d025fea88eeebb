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

/// Chooses a device. `selector` is `gpu`, `cpu`, `accelerator`, an index into all_devices(), or part of a device's or
/// platform's name (case does not matter). Where it is empty the environment variable OCL_DEVICE is taken, and where
/// that is unset too the best device there is: GPU before accelerator before CPU, then by compute units times clock.
/// Throws Error that lists the devices where nothing fits.
cl::Device pick_device(std::string_view selector = {});

/// The device chosen last by pick_device() in this program; null before the first choice. For messages about limits.
cl::Device current_device();

/// One line: "name (platform, OpenCL 3.0, 2 compute units)".
std::string describe(const cl::Device& device);

/// The OpenCL version of a device as a number: 120 for OpenCL 1.2, 300 for 3.0.
/// Source: CL_DEVICE_VERSION, "OpenCL<space><major>.<minor><space><vendor text>" (section 4.2).
int device_version(const cl::Device& device);

/// True if the device lists `extension` (for instance "cl_khr_fp64") in CL_DEVICE_EXTENSIONS.
bool has_extension(const cl::Device& device, std::string_view extension);

/// Bytes that this process may still have, as far as the system tells: of the machine, and by `ulimit -v`.
double free_memory();

} // namespace common
