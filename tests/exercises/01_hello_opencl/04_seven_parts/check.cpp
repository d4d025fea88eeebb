#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <fmt/format.h>

namespace {
int launches = 0;
} // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const std::size_t* offset, const std::size_t* global,
                              const std::size_t* local, cl_uint count, const cl_event* wait_for,
                              cl_event* event) {
  ++launches;
  return exercise::original<decltype(&clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel")(
      queue, kernel, dimensions, offset, global, local, count, wait_for, event);
}

// A launch of one work-item in OpenCL 1.
cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                     const cl_event* wait_for, cl_event* event) {
  ++launches;
  return exercise::original<decltype(&clEnqueueTask)>("clEnqueueTask")(queue, kernel, count,
                                                                       wait_for, event);
}

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 2, 31, 1023}, {1, 31})) {
    bench.trying(fmt::format("n = {}", n));
    const std::vector<float> a = bench.random(n);
    const std::vector<double> want(a.rbegin(), a.rend());
    bench.expect(reversed(bench.session.device, a), want, {}, fmt::format("n = {}", n));
  }
  bench.expect(launches > 0, "right, but no kernel was launched: the device is to do it.");
}
