#include "tests/support/device_limits.hpp"

#include "common/device.hpp"
#include "tests/support/support.hpp"

#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>

namespace {

const tests::DeviceLimits* limits = nullptr;

cl_int answer(const void* value, std::size_t bytes, std::size_t size, void* result,
              std::size_t* size_ret) {
  if (result && size < bytes)
    return CL_INVALID_VALUE;
  if (result)
    std::memcpy(result, value, bytes);
  if (size_ret)
    *size_ret = bytes;
  return CL_SUCCESS;
}

} // namespace

// In the place of the driver's, for the calls of this executable.
extern "C" cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t size,
                                  void* result, std::size_t* size_ret) {
  using Function = cl_int (*)(cl_device_id, cl_device_info, std::size_t, void*, std::size_t*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "clGetDeviceInfo"));
  if (limits == nullptr)
    return real(device, what, size, result, size_ret);
  constexpr cl_device_info compute_capability_major = 0x4000; // cl_nv_device_attribute_query
  const std::size_t group[] = {limits->group_size, limits->group_size, limits->group_size};
  const cl_uint nine = 9;
  switch (what) {
  case CL_DEVICE_TYPE:
    return answer(&limits->type, sizeof limits->type, size, result, size_ret);
  case CL_DEVICE_VENDOR:
    return answer(limits->vendor.c_str(), limits->vendor.size() + 1, size, result, size_ret);
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return answer(group, sizeof group[0], size, result, size_ret);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return answer(group, sizeof group, size, result, size_ret);
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return answer(&limits->local_memory, sizeof limits->local_memory, size, result, size_ret);
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return answer(&limits->compute_units, sizeof limits->compute_units, size, result, size_ret);
  case compute_capability_major:
    return answer(&nine, sizeof nine, size, result, size_ret);
  default:
    return real(device, what, size, result, size_ret);
  }
}

namespace tests {

LimitedDevice::LimitedDevice(const DeviceLimits& wanted) {
  limits = new DeviceLimits(wanted);
}

LimitedDevice::~LimitedDevice() {
  delete limits;
  limits = nullptr;
}

void check_pins(const harness::Problem& problem) {
  const cl::Device device = common::pick_device();
  for (const DeviceLimits& kind : {
           DeviceLimits{CL_DEVICE_TYPE_CPU, "a processor"},
           DeviceLimits{CL_DEVICE_TYPE_GPU, "NVIDIA Corporation", 1024, 48 << 10, 132},
           DeviceLimits{CL_DEVICE_TYPE_GPU, "a large GPU", 256, 64 << 10, 60},
           DeviceLimits{CL_DEVICE_TYPE_GPU, "a small GPU", 512, 32 << 10, 16},
           DeviceLimits{CL_DEVICE_TYPE_GPU, "a very small GPU", 64, 16 << 10, 2},
           DeviceLimits{CL_DEVICE_TYPE_CPU, "groups of a single work-item", 1, 32 << 10, 4},
       }) {
    const LimitedDevice limited(kind);
    INFO(kind.vendor, " at ", problem.size());
    CHECK(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() == kind.group_size);
    CHECK(fmt::format("{}", fmt::join(harness::silent_changes(problem.steps(), device), "\n")) ==
          "");
  }
}

} // namespace tests
