// The harness notices every planted bug: see planted.hpp.

#include "common/error.hpp"
#include "harness/session.hpp"
#include "tests/ladder/planted.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cstring>

using tests::contains;

namespace {

tests::ScopedEnvironment planted_kernels() {
  return {"OCL_KERNEL_PATH", SOURCE_ROOT "/tests/ladder/kernels"};
}

harness::Step step_named(const harness::Problem& problem, const std::string& id) {
  for (const harness::Step& step : problem.steps())
    if (step.id == id)
      return step;
  FAIL("no such step: " << id);
  return {};
}

// What verify_step() says of a planted step; "" for nothing.
std::string verdict(harness::Problem& problem, const std::string& id) {
  const auto kernels = planted_kernels();
  const harness::Session session = tests::new_session();
  problem.upload(session);
  return harness::verify_step(
      problem, harness::prepare_step("planted", problem, step_named(problem, id), session),
      session);
}

std::string verdict(const std::string& id, int count = 100) {
  planted::Triple problem(count, 42);
  return verdict(problem, id);
}

} // namespace

TEST_CASE("harness: a right step is right at every size") {
  for (const int count : {1, 2, 31, 64, 1000, 1023, 100000})
    CHECK(verdict("none", count).empty());
}

TEST_CASE("harness: a wrong value is found") {
  const std::string text = verdict("wrong");
  CHECK(contains(text, "1 of 100 values are wrong"));
  CHECK(contains(text, "index 50"));
}

TEST_CASE("harness: NaN is found") {
  CHECK(contains(verdict("nan"), "index 50: got nan"));
}

TEST_CASE(
    "harness: a value that is not written is found, also where the memory held the right one") {
  CHECK(contains(verdict("unwritten"), "1 of 100 values are wrong"));
  CHECK(contains(verdict("unwritten"), "index 99: got -nan")); // the poison
  CHECK(contains(verdict("unwritten", 1), "1 of 1 values are wrong"));
  // Run the right step first: its results lie in memory that a driver may hand out again.
  const auto kernels = planted_kernels();
  const harness::Session session = tests::new_session();
  planted::Triple problem(100, 42);
  problem.upload(session);
  harness::Prepared right =
      harness::prepare_step("planted", problem, step_named(problem, "none"), session);
  harness::Prepared lazy =
      harness::prepare_step("planted", problem, step_named(problem, "unwritten"), session);
  CHECK(harness::verify_step(problem, right, session).empty());
  CHECK_FALSE(harness::verify_step(problem, lazy, session).empty());
  CHECK(harness::verify_step(problem, right, session).empty());
}

TEST_CASE("harness: writing past the end is found") {
  const std::string text = verdict("past_end");
  CHECK(contains(text, "wrote past the end"));
  CHECK(contains(text, "4 bytes"));
  CHECK(contains(text, "first 0 bytes past"));
}

TEST_CASE("harness: integers may look like the poison, and yet not writing is found") {
  planted::Thirds problem;
  CHECK(verdict(problem, "none").empty());
  CHECK(contains(verdict(problem, "unwritten"), "34 of 100 values are wrong"));
}

TEST_CASE("harness: what does not build says so") {
  const auto kernels = planted_kernels();
  const harness::Session session = tests::new_session();
  planted::Triple problem(10, 42);
  problem.upload(session);
  const auto prepare = [&](const std::string& id) {
    harness::prepare_step("planted", problem, step_named(problem, id), session);
  };
  CHECK(contains(tests::message_of<common::BuildError>([&] { prepare("syntax"); }),
                 "kernels/planted/triple.cl"));
  CHECK(contains(tests::message_of<common::Error>([&] { prepare("missing"); }), "triple.cl"));
  CHECK_THROWS_AS(prepare("opencl_error"), cl::Error);
  CHECK(contains(tests::message_of<common::Skip>([&] { prepare("needs"); }), "four dimensions"));
}

TEST_CASE("harness: the first preset that fits is taken, and what was tuned before it") {
  const auto kernels = planted_kernels();
  const harness::Session session = tests::new_session();
  planted::Triple problem(10, 42);
  problem.upload(session);
  harness::Step step = step_named(problem, "tunable");
  CHECK(harness::prepare_step("planted", problem, step, session).values ==
        harness::Values{{"WAY", 2}});
  CHECK(harness::prepare_step(problem, step, session, {{"WAY", 1}}).values ==
        harness::Values{{"WAY", 1}});
  CHECK_THROWS_AS(harness::prepare_step(problem, step, session, {{"WAY", 4}}), common::Skip);
  step.presets = {{{"WAY", 4}}};
  CHECK(contains(tests::message_of<common::Skip>(
                     [&] { harness::prepare_step("planted", problem, step, session); }),
                 "WAY=4"));
  step.presets.clear();
  CHECK_THROWS_AS(harness::prepare_step("planted", problem, step, session), common::Skip);
}

TEST_CASE("harness: parameter values reach the kernel") {
  const auto kernels = planted_kernels();
  const harness::Session session = tests::new_session();
  planted::Triple problem(10, 42);
  problem.upload(session);
  const harness::Step step = step_named(problem, "tunable");
  const auto verdict_with = [&](int way) {
    return harness::verify_step(
        problem, harness::prepare_step(problem, step, session, {{"WAY", way}}), session);
  };
  CHECK(verdict_with(1).empty());
  CHECK(verdict_with(2).empty());
  CHECK_FALSE(verdict_with(0).empty());
  CHECK_THROWS_AS(verdict_with(3), common::BuildError);
}

TEST_CASE("harness: a launch that cannot work is told before the device sees it") {
  const auto kernels = planted_kernels();
  const harness::Session session = tests::new_session();
  planted::Triple problem(10, 42);
  problem.upload(session);
  const auto prepared =
      harness::prepare_step("planted", problem, step_named(problem, "too_large"), session);
  const std::size_t limit = session.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  if (limit >= 1024)
    SKIP_TEST("this device has work-groups of 1024");
  CHECK(contains(tests::message_of<common::Error>([&] { prepared.run(); }), "32x32 = 1024"));
}

TEST_CASE("harness: the ceilings are measured and plausible") {
  const harness::Session session = tests::new_session();
  const harness::Ceilings ceilings = harness::measure_ceilings(session);
  CHECK(ceilings.copy_gbps > 0.01);
  CHECK(ceilings.copy_gbps < 1e5);
  CHECK(ceilings.fma_gflops > 0.01);
  CHECK(ceilings.fma_gflops < 1e7);
}
