// The harness notices every planted bug: see planted.hpp.

#include "common/error.hpp"
#include "harness/lab/session.hpp"
#include "tests/ladder/planted.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cstring>

using tests::contains;

namespace {

tests::ScopedEnvironment planted_kernels() {
  return {"OCL_KERNEL_PATH", tests::source_root() + "/tests/ladder/kernels"};
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
      problem, harness::prepare_step(problem, step_named(problem, id), session), session);
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
  harness::Prepared right = harness::prepare_step(problem, step_named(problem, "none"), session);
  harness::Prepared lazy =
      harness::prepare_step(problem, step_named(problem, "unwritten"), session);
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
    harness::prepare_step(problem, step_named(problem, id), session);
  };
  CHECK(contains(tests::message_of<common::BuildError>([&] { prepare("syntax"); }),
                 "kernels/planted/triple.cl"));
  CHECK(contains(tests::message_of<common::Error>([&] { prepare("missing"); }), "triple.cl"));
  CHECK_THROWS_AS(prepare("opencl_error"), cl::Error);
  CHECK(contains(tests::message_of<common::Skip>([&] { prepare("needs"); }), "four dimensions"));
}

TEST_CASE("harness: the value of a parameter, or what stands for it") {
  const harness::Values values{{"WIDTH", 4}};
  CHECK(harness::value(values, "WIDTH") == 4);
  CHECK(harness::value(values, "ROWS") == 1);
  CHECK(harness::value<std::size_t>(values, "WIDTH") == 4);
  CHECK(harness::value(values, "ROWS", std::uint64_t{1} << 40) == std::uint64_t{1} << 40);
}

TEST_CASE("harness: the first preset that fits is taken") {
  const auto kernels = planted_kernels();
  const harness::Session session = tests::new_session();
  planted::Triple problem(10, 42);
  problem.upload(session);
  harness::Step step = step_named(problem, "tunable");
  CHECK(harness::prepare_step(problem, step, session).values == harness::Values{{"WAY", 2}});
  CHECK(harness::prepare_step(problem, step, session, {{"WAY", 1}}).values ==
        harness::Values{{"WAY", 1}});
  CHECK_THROWS_AS(harness::prepare_step(problem, step, session, {{"WAY", 4}}), common::Skip);
  step.presets = {{{"WAY", 4}}};
  CHECK(contains(
      tests::message_of<common::Skip>([&] { harness::prepare_step(problem, step, session); }),
      "WAY=4"));
  step.presets.clear();
  CHECK_THROWS_AS(harness::prepare_step(problem, step, session), common::Skip);
}

namespace {

// Steps a, b, c ... with these presets; those whose value of NEED is above `most` do not fit the device.
std::vector<harness::Step> ladder_of(const std::vector<std::vector<harness::Values>>& presets,
                                     int most) {
  std::vector<harness::Step> steps;
  for (const auto& own : presets) {
    harness::Step step{std::string(1, static_cast<char>('a' + steps.size())), "", ""};
    step.presets = own;
    step.obstacle = [most](const cl::Device&, const harness::Values& values) {
      const auto need = values.find("NEED");
      return need != values.end() && need->second > most ? std::string("too large") : std::string();
    };
    steps.push_back(step);
  }
  return steps;
}

using Sentences = std::vector<std::string>;

} // namespace

TEST_CASE("harness: a step's parent is the one it names, else the one before it") {
  auto steps = ladder_of({{}, {}, {}}, 0);
  CHECK(harness::parent_of(steps, steps[0]) == nullptr);
  CHECK(harness::parent_of(steps, steps[2]) == &steps[1]);
  steps[2].parent = "a";
  CHECK(harness::parent_of(steps, steps[2]) == &steps[0]);
  steps[2].parent = "z";
  CHECK_THROWS_AS(harness::parent_of(steps, steps[2]), std::logic_error);
}

TEST_CASE("harness: a parameter that changes silently is told, for each preset") {
  const cl::Device device = common::pick_device();
  auto steps = ladder_of({{{{"T", 8}, {"U", 1}}, {{"T", 1}}},
                          {{{"T", 8}, {"V", 2}}, {{"T", 2}}},
                          {{{"V", 3}, {"U", 5}}, {{"V", 3}}}},
                         0);
  // U is b's not, so c may take any value. The second preset of b has no V.
  CHECK(harness::silent_changes(steps, device) ==
        Sentences{"b: T=2 in preset 2, but a has T=1", "c: V=3 in preset 1, but b has V=2",
                  "c: V=3 on this device, but b has V=2"});
  steps[1].changed_parameters = {"T"};
  steps[2].changed_parameters = {"V"};
  CHECK(harness::silent_changes(steps, device).empty());
  steps[2].parent = "a";
  CHECK(harness::silent_changes(steps, device) ==
        Sentences{"c: U=5 in preset 1, but a has U=1", "c: U=5 on this device, but a has U=1"});
  // Another number of presets: the shorter list goes on with its last.
  steps = ladder_of({{{{"T", 8}}}, {{{"T", 8}}, {{"T", 4}}}}, 0);
  CHECK(harness::silent_changes(steps, device) == Sentences{"b: T=4 in preset 2, but a has T=8"});
}

TEST_CASE("harness: steps that share parameters fall back together") {
  const cl::Device device = common::pick_device();
  const std::vector<harness::Values> small{{{"T", 8}, {"NEED", 1}}, {{"T", 4}, {"NEED", 1}}};
  std::vector<harness::Values> large = small;
  large[0]["NEED"] = 2;
  // a has no parameters, d only one that it declares: neither falls back with the others.
  auto steps = ladder_of({{{}, {}}, small, large, {{{"T", 9}}, {{"T", 4}}}}, 1);
  steps[2].changed_parameters = {"NEED"};
  steps[3].changed_parameters = {"T"};
  const auto taken = [&](std::size_t i) { return harness::first_preset(steps, steps[i], device); };
  CHECK(taken(0) == 0);
  CHECK(taken(1) == 1);
  CHECK(taken(2) == 1);
  CHECK(taken(3) == 0);
  CHECK(harness::silent_changes(steps, device).empty());
  // A step that this device cannot run at all does not pull the others down.
  steps[2].presets[1]["NEED"] = 2;
  CHECK(taken(1) == 0);
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
  const auto prepared = harness::prepare_step(problem, step_named(problem, "too_large"), session);
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
