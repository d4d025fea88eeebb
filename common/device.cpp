#include "common/device.hpp"

#include "common/error.hpp"
#include "common/files.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <tuple>
#ifndef _WIN32
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace common {
namespace {

const std::string advice =
    "\n  Install one that runs on any CPU: sudo apt install pocl-opencl-icd"
    "\n  For a GPU install its vendor's driver. `./learn doctor` explains what it finds.";

// Never destroyed: at the end of the program a driver may be gone already (Oclgrind's is).
cl::Device& chosen_last() {
  static auto* const device = new cl::Device;
  return *device;
}

// Names come back from some drivers with padding: Intel's CPU names are famous for it.
std::string trimmed(std::string text) {
  while (!text.empty() &&
         (text.back() == '\0' || std::isspace(static_cast<unsigned char>(text.back()))))
    text.pop_back();
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? std::string{} : text.substr(first);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::string platform_name(const cl::Device& device) {
  return trimmed(cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>());
}

std::optional<cl_device_type> type_named(const std::string& name) {
  if (name == "gpu")
    return CL_DEVICE_TYPE_GPU;
  if (name == "cpu")
    return CL_DEVICE_TYPE_CPU;
  if (name == "accelerator")
    return CL_DEVICE_TYPE_ACCELERATOR;
  return std::nullopt;
}

// Larger is better. Clock times units is a crude measure, but it tells an integrated GPU from a discrete one.
std::tuple<int, double> rank(const cl::Device& device) {
  const cl_device_type type = device.getInfo<CL_DEVICE_TYPE>();
  const int kind = type & CL_DEVICE_TYPE_GPU           ? 3
                   : type & CL_DEVICE_TYPE_ACCELERATOR ? 2
                   : type & CL_DEVICE_TYPE_CPU         ? 1
                                                       : 0;
  return {kind, static_cast<double>(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()) *
                    device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>()};
}

cl::Device best_of(const std::vector<cl::Device>& devices) {
  return *std::max_element(
      devices.begin(), devices.end(),
      [](const cl::Device& a, const cl::Device& b) { return rank(a) < rank(b); });
}

std::string list_text(const std::vector<cl::Device>& devices) {
  std::string text;
  for (std::size_t i = 0; i < devices.size(); ++i)
    text += fmt::format("\n  {}: {}", i, describe(devices[i]));
  return text;
}

// [choose]
// Does `wanted`, in lower case, mean the device at this position of the list?
bool fits(const cl::Device& device, std::size_t position, const std::string& wanted) {
  if (const auto type = type_named(wanted))
    return (device.getInfo<CL_DEVICE_TYPE>() & *type) != 0;
  if (wanted.find_first_not_of("0123456789") == std::string::npos)
    return wanted == std::to_string(position);
  return lower(device.getInfo<CL_DEVICE_NAME>()).find(wanted) != std::string::npos ||
         lower(platform_name(device)).find(wanted) != std::string::npos;
}

cl::Device choose(const std::vector<cl::Device>& devices, std::string_view selector) {
  std::vector<cl::Device> fitting;
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (selector.empty() || fits(devices[i], i, lower(selector)))
      fitting.push_back(devices[i]);
  if (fitting.empty())
    throw Error(fmt::format("no OpenCL device fits '{}'. Choose with --device (or OCL_DEVICE) gpu, "
                            "cpu, an index, or part of a name from this list:{}",
                            selector, list_text(devices)));
  return best_of(fitting);
}
// [/choose]

} // namespace

// [all-devices]
std::vector<cl::Device> all_devices() {
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error&) {
    // The loader reports "no platform" as an error (-1001) or as an empty list; both mean the same
    // to a user.
    platforms.clear();
  }
  if (platforms.empty())
    throw Error(
        "no OpenCL platform was found: the loader works, but no driver has registered with it." +
        advice);

  std::vector<cl::Device> devices;
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> found;
    try {
      platform.getDevices(CL_DEVICE_TYPE_ALL, &found);
    } catch (const cl::Error& e) {
      if (e.err() != CL_DEVICE_NOT_FOUND)
        throw;
    }
    devices.insert(devices.end(), found.begin(), found.end());
  }
  if (devices.empty()) {
    require_pocl_cache();
    throw Error("OpenCL is installed, but none of its platforms has a device." + advice);
  }
  return devices;
}
// [/all-devices]

// [pick-device]
cl::Device pick_device(std::string_view selector) {
  const char* from_environment = std::getenv("OCL_DEVICE");
  if (selector.empty() && from_environment)
    selector = from_environment;
  chosen_last() = choose(all_devices(), selector);
  if (platform_name(chosen_last()) == "Portable Computing Language")
    require_pocl_cache();
  return chosen_last();
}
// [/pick-device]

cl::Device current_device() {
  return chosen_last();
}

// [describe]
std::string describe(const cl::Device& device) {
  const int version = device_version(device);
  const cl_uint units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  return fmt::format("{} ({}, OpenCL {}.{}, {} compute unit{})",
                     trimmed(device.getInfo<CL_DEVICE_NAME>()), platform_name(device),
                     version / 100, version % 100 / 10, units, units == 1 ? "" : "s");
}
// [/describe]

// [device-version]
int device_version(const cl::Device& device) {
  int major = 1;
  int minor = 0;
  std::sscanf(device.getInfo<CL_DEVICE_VERSION>().c_str(), "OpenCL %d.%d", &major, &minor);
  return 100 * major + 10 * minor;
}
// [/device-version]

// [has-extension]
bool has_extension(const cl::Device& device, std::string_view extension) {
  // Whole words only: cl_khr_fp16 must not be found inside a longer name.
  const std::string list = " " + device.getInfo<CL_DEVICE_EXTENSIONS>() + " ";
  return list.find(fmt::format(" {} ", extension)) != std::string::npos;
}
// [/has-extension]

double free_memory() {
  double bytes = INFINITY, number = 0;
  std::ifstream table("/proc/meminfo");
  for (std::string name; table >> name >> number; table.ignore(100, '\n'))
    if (name == "MemAvailable:")
      bytes = 1024 * number;
#ifndef _WIN32
  if (rlimit limit{}; std::ifstream("/proc/self/statm") >> number &&
                      getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bytes = std::min(bytes, static_cast<double>(limit.rlim_cur) - number * sysconf(_SC_PAGESIZE));
#endif
  return bytes;
}

} // namespace common
