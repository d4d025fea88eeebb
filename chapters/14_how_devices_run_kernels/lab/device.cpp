// What the device says of itself that matters for this chapter.

#include "harness/system/report.hpp"
#include "lab.hpp"

#include <fmt/format.h>

// [device]
Json what_is_in_this_device(const Lab& lab) {
  const cl::Device& device = lab.device;
  const cl::Kernel kernel = lab.kernel("launches", "add_one");
  const auto bytes = [](cl_ulong size) { return harness::size_text(static_cast<double>(size)); };
  const bool is_local = device.getInfo<CL_DEVICE_LOCAL_MEM_TYPE>() == CL_LOCAL;
  const std::vector<std::pair<std::string, std::string>> facts{
      {"compute units", std::to_string(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>())},
      {"floats in a native vector",
       std::to_string(device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>())},
      {"preferred multiple of the local size",
       std::to_string(
           kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device))},
      {"largest work-group", std::to_string(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>())},
      {"local memory for a work-group", bytes(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>())},
      {"local memory is", is_local ? "memory of its own" : "part of global memory"},
      {"cache of global memory", bytes(device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>())},
      {"a line of that cache", bytes(device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE>())},
      {"largest buffer", bytes(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>())}};
  Json rows = Json::array();
  for (const auto& fact : facts) {
    fmt::print("  {:<38}{}\n", fact.first, fact.second);
    rows.push_back({{"what", fact.first}, {"value", fact.second}});
  }
  verify(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() >= 1, "a device has a compute unit");
  return {{"rows", rows}};
}
// [/device]
