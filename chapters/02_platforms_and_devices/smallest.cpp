// The smallest complete example of chapter 2: every platform on this machine, and its devices.

// [list]
#include "common/error.hpp"
#include "common/opencl.hpp"

#include <fmt/format.h>

int main() {
  return common::run_main([] {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
      fmt::print("{}: {}\n", platform.getInfo<CL_PLATFORM_NAME>(),
                 platform.getInfo<CL_PLATFORM_VERSION>());
      std::vector<cl::Device> devices;
      platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
      for (const cl::Device& device : devices)
        fmt::print("  {}, compute units: {}\n", device.getInfo<CL_DEVICE_NAME>(),
                   device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    }
    return common::exit_passed;
  });
}
// [/list]
