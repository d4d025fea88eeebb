// Sub-devices: one device divided into several, each with compute units of its own.
#pragma once

#include "common/opencl.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace platforms {

/// One way to divide a device, and what came of it.
struct Division {
  std::string way; ///< "equally, 1 compute unit each"
  std::vector<cl::Device> parts;
  std::string reason; ///< why there are no parts
};

/// Tries the three ways of OpenCL 1.2: equally, by counts, by affinity domain.
std::vector<Division> divide(const cl::Device& device);

/// One run of the kernel `collatz` on a device or sub-device.
struct Run {
  std::string where;
  cl_uint compute_units = 0;
  double median_ms = 0.0; ///< of the kernel alone, from its events
  double spread = 0.0;    ///< (max - min) / median
};

/// Runs the kernel on `device`, verifies every number against the host, and times it.
/// Throws common::Error where a number is wrong.
Run run_collatz(const cl::Device& device, const std::string& where, bool quick);

/// Divides `device`, runs the kernel on all of it and on one part, prints what happened, and
/// returns the same as JSON.
nlohmann::json show_sub_devices(const cl::Device& device, bool quick);

} // namespace platforms
