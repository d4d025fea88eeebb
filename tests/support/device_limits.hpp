#pragma once

#include "common/opencl.hpp"
#include "harness/ladder/ladder.hpp"

#include <string>

/// Kinds of device that this machine does not have, as far as a step's obstacle() asks for them.
namespace tests {

/// While one lives, every device answers in its words to this program's questions about what it allows.
struct DeviceLimits {
  cl_device_type type = CL_DEVICE_TYPE_CPU;
  std::string vendor = "Made-up Devices Ltd.";
  std::size_t group_size = 4096;
  cl_ulong local_memory = 1 << 20;
  cl_uint compute_units = 2;
};

class LimitedDevice {
 public:
  explicit LimitedDevice(const DeviceLimits& limits);
  ~LimitedDevice();
  LimitedDevice(const LimitedDevice&) = delete;
  LimitedDevice& operator=(const LimitedDevice&) = delete;
};

/// Checks on several kinds of device that no parameter of these steps changes silently from a step's parent to the step:
/// harness::silent_changes().
void check_pins(const harness::Problem& problem);

} // namespace tests
