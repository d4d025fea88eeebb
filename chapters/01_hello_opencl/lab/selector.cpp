// What --device means. The questions to OpenCL that stand behind it are the subject of chapter 2,
// whose common::pick_device() replaces this file in all later chapters.

#include "selector.hpp"

#include "common/error.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace {

std::string lower(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

bool fits(const cl::Device& device, std::size_t index, const std::string& wanted) {
  static const std::map<std::string, cl_device_type> types{
      {"gpu", CL_DEVICE_TYPE_GPU},
      {"cpu", CL_DEVICE_TYPE_CPU},
      {"accelerator", CL_DEVICE_TYPE_ACCELERATOR}};
  if (const auto type = types.find(wanted); type != types.end())
    return (device.getInfo<CL_DEVICE_TYPE>() & type->second) != 0;

  const bool is_number = !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), ::isdigit);
  if (is_number)
    return wanted == std::to_string(index);

  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  const std::string names =
      device.getInfo<CL_DEVICE_NAME>() + " " + platform.getInfo<CL_PLATFORM_NAME>();
  return lower(names).find(wanted) != std::string::npos;
}

bool is_gpu(const cl::Device& device) {
  return (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
}

} // namespace

cl::Device choose(const std::vector<cl::Device>& devices, const std::string& wanted) {
  const char* variable = std::getenv("OCL_DEVICE");
  const std::string selector = lower(wanted.empty() && variable ? variable : wanted);
  std::vector<cl::Device> fitting;
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (fits(devices[i], i, selector))
      fitting.push_back(devices[i]);
  if (devices.empty())
    throw common::Error("no OpenCL device was found: `./learn doctor` says why.");
  if (fitting.empty())
    throw common::Error(fmt::format(
        "no OpenCL device fits '{}': 02_platforms_and_devices lists those there are.", selector));
  const auto gpu = std::find_if(fitting.begin(), fitting.end(), is_gpu);
  return gpu != fitting.end() ? *gpu : fitting.front();
}
