#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

// What device and kernel are made to answer; 0: the truth.
std::size_t group_limit = 0, kernel_limit = 0;
std::vector<std::size_t> item_limits;

cl_int answer(const void* from, std::size_t bytes, std::size_t size, void* to,
              std::size_t* returned) {
  if (returned != nullptr)
    *returned = bytes;
  if (to == nullptr)
    return CL_SUCCESS;
  if (size < bytes)
    return CL_INVALID_VALUE;
  std::copy_n(static_cast<const char*>(from), bytes, static_cast<char*>(to));
  return CL_SUCCESS;
}

} // namespace

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t size, void* to,
                       std::size_t* returned) {
  if (what == CL_DEVICE_MAX_WORK_GROUP_SIZE && group_limit != 0)
    return answer(&group_limit, sizeof(group_limit), size, to, returned);
  if (what == CL_DEVICE_MAX_WORK_ITEM_SIZES && !item_limits.empty())
    return answer(item_limits.data(), item_limits.size() * sizeof(std::size_t), size, to, returned);
  return exercise::original<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(device, what, size, to,
                                                                           returned);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info what, std::size_t size, void* to,
                                std::size_t* returned) {
  if (what == CL_KERNEL_WORK_GROUP_SIZE && kernel_limit != 0)
    return answer(&kernel_limit, sizeof(kernel_limit), size, to, returned);
  return exercise::original<decltype(&clGetKernelWorkGroupInfo)>("clGetKernelWorkGroupInfo")(
      kernel, device, what, size, to, returned);
}

EXERCISE_CHECK(bench) {
  cl::Program program(bench.session.context,
                      "kernel void nothing(global int* out) { out[0] = 1; }");
  program.build(); // the constructor that builds asks for OpenCL C 2.0
  const cl::Kernel kernel(program, "nothing");
  struct Limits {
    std::size_t device, kernel;
    std::vector<std::size_t> items;
  };
  for (const Limits& limits :
       {Limits{1024, 1024, {1024, 1024, 64}}, Limits{4096, 256, {4096, 4096, 4096}},
        Limits{64, 512, {64, 8, 2}}, Limits{100, 100, {16, 100, 1}}, Limits{1, 1, {1, 1, 1}}})
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
      std::vector<Shape> want;
      for (std::size_t z = 1; z <= (dimensions == 3 ? 4U : 1U) && z <= limits.items[2]; z *= 2)
        for (std::size_t y = 1; y <= (dimensions > 1 ? limits.items[1] : 1U); y *= 2)
          for (std::size_t x = 1; x <= limits.items[0]; x *= 2)
            if (x * y * z <= std::min(limits.device, limits.kernel)) {
              want.push_back({x, y, z});
              want.back().resize(static_cast<std::size_t>(dimensions));
            }
      group_limit = limits.device;
      kernel_limit = limits.kernel;
      item_limits = limits.items;
      const std::string where =
          fmt::format("{} dimensions, {} for the device, {} for the kernel, {} for each dimension",
                      dimensions, limits.device, limits.kernel, limits.items);
      bench.trying(where);
      const std::vector<Shape> got = shapes(bench.session.device, kernel, dimensions);
      group_limit = kernel_limit = 0;
      item_limits.clear();
      for (std::size_t k = 0; k < std::min(got.size(), want.size()); ++k)
        bench.expect(got[k] == want[k],
                     fmt::format("{}: shape {} should be {} but is {}.", where, k,
                                 fmt::join(want[k], "x"), fmt::join(got[k], "x")));
      bench.expect(got.size() == want.size(),
                   fmt::format("{}: there are {} shapes, not {}.", where, want.size(), got.size()));
    }
}
