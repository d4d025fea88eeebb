#include "harness/lab/busy_kernel.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/lab/session.hpp"

#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace harness {
using namespace common;

namespace {

// A loop that only counts, in a kernel of its own: is it the device that cannot loop so often?
bool ends_early(const Session& session, cl_uint rounds) {
  const cl::Program program = build_source(session.context, session.device,
                                           "kernel void count(global uint* result, uint rounds) {\n"
                                           "  uint x = 0;\n"
                                           "  for (uint i = 0; i < rounds; ++i)\n"
                                           "    x = (x ^ i) + 1;\n"
                                           "  result[0] = x;\n"
                                           "}\n");
  cl_uint expected = 0;
  for (cl_uint i = 0; i < rounds; ++i)
    expected = (expected ^ i) + 1;
  cl_uint got = 0;
  const cl::Buffer result(session.context, CL_MEM_READ_WRITE, sizeof got);
  cl::Kernel kernel(program, "count");
  set_args(kernel, result, rounds);
  launch(session.queue, kernel, {1}, {1});
  session.queue.enqueueReadBuffer(result, CL_TRUE, 0, sizeof got, &got);
  return got != expected;
}

} // namespace

BusyKernel::BusyKernel(const Session& session)
    : kernel_(build_kernel_file(session.context, session.device, "common/busy.cl"), "busy"),
      most_steps_(std::numeric_limits<cl_uint>::max()) {
  const cl::Buffer number(session.context, CL_MEM_READ_WRITE, sizeof(cl_uint));
  constexpr cl_uint zero = 0;
  session.queue.enqueueWriteBuffer(number, CL_TRUE, 0, sizeof zero, &zero);
  // The shortest of several: where other programs take their turns, single times are far too long.
  const auto run_ms = [&](cl_uint count) {
    double shortest = std::numeric_limits<double>::max();
    for (int i = 0; i < 5; ++i)
      shortest = std::min(
          shortest,
          event_times(enqueue(session.queue, number, number, number, count)).execution_ms());
    return shortest;
  };
  // Does the device compute another number than the host?
  const auto is_wrong = [&](cl_uint count) {
    cl_uint got = 0;
    session.queue.enqueueWriteBuffer(number, CL_TRUE, 0, sizeof zero, &zero);
    enqueue(session.queue, number, number, number, count);
    session.queue.enqueueReadBuffer(number, CL_TRUE, 0, sizeof got, &got);
    return got != expected(zero, zero, count);
  };
  run_ms(1); // some drivers compile at the first launch
  // Longer and longer runs, until they are long against what a launch costs.
  cl_uint count = 1000;
  double time = run_ms(count);
  while (time < 2.0 && count < (1U << 28)) {
    const cl_uint longer = 4 * count;
    const double longer_time = run_ms(longer);
    // Mesa's llvmpipe ends each loop after 65535 rounds.
    if (is_wrong(longer) && ends_early(session, longer)) {
      report_driver_error(session.device,
                          fmt::format("a loop of {} rounds ends too early; one of {} does not. "
                                      "Commands that should be slow are not.",
                                      longer, count));
      most_steps_ = count;
      break;
    }
    count = longer;
    time = longer_time;
  }
  step_ms_ = std::max(time, 1e-6) / count;
}

cl_uint BusyKernel::steps(double milliseconds) const {
  return static_cast<cl_uint>(
      std::clamp(milliseconds / step_ms_, 1.0, static_cast<double>(most_steps_)));
}

cl::Event BusyKernel::enqueue(const cl::CommandQueue& queue, const cl::Buffer& a,
                              const cl::Buffer& b, const cl::Buffer& result, cl_uint steps,
                              const std::vector<cl::Event>& wait_for) {
  set_args(kernel_, a, b, result, steps);
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(1), cl::NDRange(1), &wait_for,
                             &event);
  return event;
}

cl_uint BusyKernel::expected(cl_uint a, cl_uint b, cl_uint steps) {
  // n steps are a map of the same form; the maps of 1, 2, 4, ... steps make up any n.
  cl_uint factor = 1664525;
  cl_uint offset = 1013904223;
  cl_uint x = a + 3 * b;
  for (; steps != 0; steps /= 2) {
    if (steps % 2 == 1)
      x = factor * x + offset;
    offset = factor * offset + offset;
    factor *= factor;
  }
  return x;
}

} // namespace harness
