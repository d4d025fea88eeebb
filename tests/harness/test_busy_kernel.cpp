// Commands of a wanted length, and what they compute.

#include "common/timing.hpp"
#include "harness/lab/busy_kernel.hpp"
#include "harness/lab/session.hpp"
#include "tests/support/session.hpp"

namespace {

cl::Buffer buffer_of(const harness::Session& session, cl_uint value) {
  return cl::Buffer(session.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof value,
                    &value);
}

} // namespace

TEST_CASE("busy kernel: the short cut computes what the loop does") {
  for (const cl_uint steps : {0U, 1U, 2U, 3U, 7U, 1000U, 1023U, 65536U}) {
    cl_uint x = 5 + 3 * 11;
    for (cl_uint i = 0; i < steps; ++i)
      x = x * 1664525 + 1013904223;
    CAPTURE(steps);
    CHECK(harness::BusyKernel::expected(5, 11, steps) == x);
  }
  CHECK(harness::BusyKernel::expected(5, 11, 9) != harness::BusyKernel::expected(11, 5, 9));
}

TEST_CASE("busy kernel: the device computes it too, and waits for what it is told to") {
  const harness::Session session = tests::new_session();
  harness::BusyKernel busy(session);
  const cl::Buffer a = buffer_of(session, 5);
  const cl::Buffer b = buffer_of(session, 11);
  const cl::Buffer result = buffer_of(session, 0);
  for (const cl_uint steps : {0U, 1U, 1000U, 1023U}) {
    const cl::Event event = busy.enqueue(session.queue, a, b, result, steps);
    cl_uint got = 0;
    const std::vector<cl::Event> wait_for{event};
    session.queue.enqueueReadBuffer(result, CL_TRUE, 0, sizeof got, &got, &wait_for);
    CAPTURE(steps);
    CHECK(got == harness::BusyKernel::expected(5, 11, steps));
  }
}

TEST_CASE("busy kernel: more milliseconds are more steps and take longer") {
  const harness::Session session = tests::new_session();
  harness::BusyKernel busy(session);
  CHECK(busy.steps(0.0) == 1);
  CHECK(busy.steps(8.0) > 7 * busy.steps(1.0));
  const cl::Buffer number = buffer_of(session, 1);
  const auto time = [&](double milliseconds) {
    const cl_uint steps = busy.steps(milliseconds);
    double shortest = 1e9; // other programs only make it longer
    for (int i = 0; i < 5; ++i)
      shortest = std::min(
          shortest, common::event_times(busy.enqueue(session.queue, number, number, number, steps))
                        .execution_ms());
    return shortest;
  };
  CHECK(time(4.0) > 2.0 * time(0.5));
}
