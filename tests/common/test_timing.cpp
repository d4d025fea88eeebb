// Clocks, the times of events, and samples.

#include "common/compare.hpp"
#include "common/timing.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/lab/measure.hpp"
#include "harness/lab/session.hpp"

#include "common/error.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <chrono>
#include <cmath>
#include <limits>
#include <regex>
#include <thread>

TEST_CASE("timing: median, min, max, spread") {
  const common::Samples odd{{5.0, 1.0, 3.0}};
  CHECK(odd.median() == 3.0);
  CHECK(odd.min() == 1.0);
  CHECK(odd.max() == 5.0);
  CHECK(odd.spread() == doctest::Approx(4.0 / 3.0));
  const common::Samples even{{4.0, 1.0, 3.0, 2.0}};
  CHECK(even.median() == 2.5);
  CHECK(common::Samples{{7.0}}.spread() == 0.0);
}

TEST_CASE("timing: nothing measured is not a number") {
  const common::Samples none;
  CHECK(std::isnan(none.median()));
  CHECK(std::isnan(none.min()));
  CHECK(std::isnan(none.max()));
  CHECK(std::isnan(none.spread()));
}

TEST_CASE("timing: samples fill the time within their bounds") {
  const harness::Repetition repetition{0.5, 5, 200};
  CHECK(harness::calibrated_samples(0.01, repetition) == 50);
  CHECK(harness::calibrated_samples(1e-6, repetition) == 200);
  CHECK(harness::calibrated_samples(0.0, repetition) == 200);
  CHECK(harness::calibrated_samples(10.0, repetition) == 5);
  CHECK(harness::calibrated_samples(std::numeric_limits<double>::infinity(), repetition) == 5);
}

TEST_CASE("timing: measuring runs twice more than it counts") {
  int runs = 0;
  const common::Samples samples = harness::measure_ms([&] { ++runs; }, {0.0, 3, 8});
  CHECK(samples.values.size() == 3);
  CHECK(runs == 5);
  for (const double ms : samples.values)
    CHECK(ms >= 0.0);
}

TEST_CASE("timing: the stopwatch goes forward and starts anew") {
  common::Stopwatch watch;
  double before = watch.seconds();
  while (watch.seconds() == before) {
  }
  CHECK(watch.seconds() > before);
  const double late = watch.milliseconds();
  watch.restart();
  CHECK(watch.milliseconds() >= 0.0);
  CHECK(late > 0.0);
}

TEST_CASE("timing: the four times of an event are in order") {
  const harness::Session session = tests::new_session();
  const std::size_t bytes = 1 << 20;
  const cl::Buffer buffer(session.context, CL_MEM_READ_WRITE, bytes);
  std::vector<cl::Event> events(3);
  for (cl::Event& event : events)
    session.queue.enqueueFillBuffer(buffer, cl_int{1}, 0, bytes, nullptr, &event);
  cl_ulong last_end = 0;
  double sum = 0.0;
  for (const cl::Event& event : events) {
    const common::EventTimes times = common::event_times(event);
    CHECK(times.queued <= times.submitted);
    CHECK(times.submitted <= times.started);
    CHECK(times.started <= times.ended);
    CHECK(times.started >= last_end); // the queue is in order
    CHECK(times.execution_ms() == doctest::Approx(1e-6 * double(times.ended - times.started)));
    CHECK(times.waiting_ms() == doctest::Approx(1e-6 * double(times.started - times.queued)));
    last_end = times.ended;
    sum += times.execution_ms();
  }
  // Together they take at least as long as each alone, gaps included.
  CHECK(harness::elapsed_ms(events) >= sum - 1e-6);
  CHECK(harness::elapsed_ms({events[0]}) ==
        doctest::Approx(common::event_times(events[0]).execution_ms()));
  CHECK(harness::elapsed_ms({}) == 0.0);
}

TEST_CASE("timing: the clock of commands runs") {
  CHECK(harness::clock_runs(tests::new_session()));
}

TEST_CASE("timing: a queue's end is waited for") {
  CHECK(harness::finish_waits(tests::new_session()));
}

TEST_CASE("timing: a queue that does not profile has no times") {
  const harness::Session session = tests::new_session(0);
  const cl::Buffer buffer(session.context, CL_MEM_READ_WRITE, 64);
  cl::Event event;
  session.queue.enqueueFillBuffer(buffer, cl_int{1}, 0, 64, nullptr, &event);
  try {
    common::event_times(event);
    FAIL("no error");
  } catch (const cl::Error& error) {
    CHECK(error.err() == CL_PROFILING_INFO_NOT_AVAILABLE);
  }
}

TEST_CASE("timing: what takes more than two seconds is heard of, with the time that is left") {
  using namespace std::chrono_literals;
  const std::string steps = tests::output_of([] {
    const common::Progress outer("all");
    common::in_steps("some work", 3,
                     [](std::size_t, std::size_t) { std::this_thread::sleep_for(800ms); });
  });
  CHECK_MESSAGE(std::regex_match(steps, std::regex("some work: 67 %, [1-9] s left\n")), steps);
  const std::string expected = tests::output_of([] {
    const common::Progress work("work", 10.0);
    { const common::Progress inner("inner"); }
    std::this_thread::sleep_for(2200ms);
  });
  CHECK_MESSAGE(std::regex_match(expected, std::regex("work: 2\\d %, [78] s left\n")), expected);
  CHECK(tests::output_of([] {
          common::in_steps("nothing", 0, [](std::size_t, std::size_t) {});
          common::in_steps("little", 1000, [](std::size_t, std::size_t) {});
        }) == "");
}
