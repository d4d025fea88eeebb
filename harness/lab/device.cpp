#include "harness/lab/device.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>

namespace harness {
using namespace common;

using namespace common;

std::string index_of(const cl::Device& device) {
  const std::vector<cl::Device> all = all_devices();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const cl::Device& each) { return each() == device(); });
  if (found == all.end())
    throw Error("this device has no index: it is not in the list of all devices.");
  return fmt::format("{}", found - all.begin());
}

bool is_simulator(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  return platform.getInfo<CL_PLATFORM_NAME>().find("Oclgrind") != std::string::npos;
}

bool is_nvidia(const cl::Device& device) {
  return device.getInfo<CL_DEVICE_VENDOR>().find("NVIDIA") != std::string::npos;
}

bool is_rusticl(const cl::Device& device) {
  return cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>() ==
         "rusticl";
}

int pocl_version(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  return platform.getInfo<CL_PLATFORM_NAME>() == "Portable Computing Language"
             ? std::atoi(device.getInfo<CL_DRIVER_VERSION>().c_str()) // "6.0+debian"
             : 0;
}

std::size_t range_size(const cl::NDRange& range) {
  if (range.dimensions() == 0)
    return 0;
  std::size_t product = 1;
  for (std::size_t d = 0; d < range.dimensions(); ++d)
    product *= range.get()[d];
  return product;
}

double elapsed_ms(const std::vector<cl::Event>& events) {
  if (events.empty())
    return 0.0;
  cl_ulong first = std::numeric_limits<cl_ulong>::max();
  cl_ulong last = 0;
  for (const cl::Event& event : events) {
    const EventTimes times = event_times(event);
    first = std::min(first, times.started);
    last = std::max(last, times.ended);
  }
  return 1e-6 * static_cast<double>(last - first);
}

std::function<std::string(std::size_t)> row_and_column(std::size_t columns) {
  return [columns](std::size_t index) {
    return fmt::format("row {}, column {}", index / columns, index % columns);
  };
}

} // namespace harness
