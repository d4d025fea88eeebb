// The mistakes of checks.cpp and sums.cpp in one list.

#include "lab.hpp"

bool on_pocl(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  return platform.getInfo<CL_PLATFORM_NAME>() == "Portable Computing Language";
}

std::vector<harness::Demo> demos() {
  std::vector<harness::Demo> all = weak_checks();
  for (const harness::Demo& demo : sums_gone_wrong())
    all.push_back(demo);
  return all;
}
