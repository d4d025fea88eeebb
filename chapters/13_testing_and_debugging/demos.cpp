// The mistakes of checks.cpp and sums.cpp in one list.

#include "lab.hpp"

bool on_pocl(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  return platform.getInfo<CL_PLATFORM_NAME>() == "Portable Computing Language";
}

std::vector<common::Demo> demos() {
  std::vector<common::Demo> all = weak_checks();
  for (const common::Demo& demo : sums_gone_wrong())
    all.push_back(demo);
  return all;
}
