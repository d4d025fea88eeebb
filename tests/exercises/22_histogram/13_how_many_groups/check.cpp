#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

// What device and kernel are made to answer; 0: the truth.
std::size_t group_limit = 0, kernel_limit = 0;
cl_uint units = 0;

template <typename T>
cl_int answer(const T& from, std::size_t size, void* to, std::size_t* returned) {
  if (returned != nullptr)
    *returned = sizeof from;
  if (to == nullptr)
    return CL_SUCCESS;
  if (size < sizeof from)
    return CL_INVALID_VALUE;
  *static_cast<T*>(to) = from;
  return CL_SUCCESS;
}

} // namespace

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t size, void* to,
                       std::size_t* returned) {
  if (what == CL_DEVICE_MAX_WORK_GROUP_SIZE && group_limit != 0)
    return answer(group_limit, size, to, returned);
  if (what == CL_DEVICE_MAX_COMPUTE_UNITS && units != 0)
    return answer(units, size, to, returned);
  return exercise::original<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(device, what, size, to,
                                                                           returned);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info what, std::size_t size, void* to,
                                std::size_t* returned) {
  if (what == CL_KERNEL_WORK_GROUP_SIZE && kernel_limit != 0)
    return answer(kernel_limit, size, to, returned);
  return exercise::original<decltype(&clGetKernelWorkGroupInfo)>("clGetKernelWorkGroupInfo")(
      kernel, device, what, size, to, returned);
}

EXERCISE_CHECK(bench) {
  cl::Program program(bench.session.context,
                      "kernel void nothing(global int* out) { out[0] = 1; }");
  program.build(); // the constructor that builds asks for OpenCL C 2.0
  const cl::Kernel kernel(program, "nothing");
  struct Made {
    std::size_t device, kernel;
    cl_uint units;
  };
  for (const Made& made : {Made{1024, 1024, 132}, Made{4096, 4096, 2}, Made{1024, 100, 8},
                           Made{64, 256, 200}, Made{1, 1, 1}})
    for (const std::size_t pixels :
         {std::size_t{1}, std::size_t{4095}, std::size_t{9000}, std::size_t{100000},
          std::size_t{1} << 20, std::size_t{1} << 30}) {
      const std::string where =
          fmt::format("{} pixels, {} compute units, groups of at most {} for the device and {} for "
                      "the kernel",
                      pixels, made.units, made.device, made.kernel);
      bench.trying(where);
      group_limit = made.device;
      kernel_limit = made.kernel;
      units = made.units;
      const Range got = choose(bench.session.device, kernel, pixels);
      group_limit = kernel_limit = 0;
      units = 0;
      std::size_t local = 256;
      while (local > std::min(made.device, made.kernel))
        local /= 2;
      bench.expect(got.local == local, fmt::format("{}: the local size should be {} but is {}.",
                                                   where, local, got.local));
      bench.expect(got.global > 0 && got.global % local == 0,
                   fmt::format("{}: the global size is {}.", where, got.global));
      const std::size_t groups = got.global / local, allowed = pixels / (16 * 256);
      bench.expect(
          groups == 1 || groups <= allowed,
          fmt::format("{}: {} groups add {} counters, more than a sixteenth of the pixels.", where,
                      groups, 256 * groups));
      bench.expect(
          groups <= std::size_t{8} * made.units,
          fmt::format("{}: {} groups are more than 8 for each compute unit.", where, groups));
      bench.expect(2 * groups >= std::min<std::size_t>(allowed, std::size_t{4} * made.units),
                   fmt::format("{}: {} groups are too few for rule 5.", where, groups));
    }
}
