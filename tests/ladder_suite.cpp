// What holds for every ladder. This file is part of the test executable of each chapter with a ladder, which says what it is
// tried with: tests::ladders() (support/ladder_suite.hpp). The simulator's part is in tests/oclgrind, the command line's in tests/cli.

#include "tests/support/ladder_suite.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "tests/support/device_limits.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <set>

using tests::Ladder;
using tests::ladders;

TEST_CASE("ladder: each step is right at an awkward size, or says what it needs") {
  const harness::Session session = tests::new_session();
  for (const Ladder& ladder : ladders()) {
    const std::unique_ptr<harness::Problem> problem = ladder.awkward();
    problem->upload(session);
    std::set<std::string> ran;
    for (const harness::Step& step : problem->steps()) {
      INFO(ladder.name, ", ", step.id, " at ", problem->size());
      const std::string reason = tests::check_step(*problem, step, session);
      if (reason.empty())
        ran.insert(step.id);
      else
        CHECK(reason.size() > 10);
    }
    for (const std::string& id : ladder.always) {
      INFO(ladder.name, ", ", id);
      CHECK(ran.count(id) == 1);
    }
  }
}

TEST_CASE("ladder: one wrong element is noticed") {
  const harness::Session session = tests::new_session();
  for (const Ladder& ladder : ladders()) {
    const std::unique_ptr<harness::Problem> problem = ladder.awkward();
    problem->upload(session);
    const std::vector<harness::Step> steps = problem->steps();
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const harness::Step& each) {
      return each.id == ladder.always.at(0);
    });
    REQUIRE(step != steps.end());
    harness::Prepared prepared = harness::prepare_step(*problem, *step, session);
    prepared.run = [run = prepared.run, &prepared, &problem, &session] {
      auto events = run();
      // A bit of an exponent, or the second highest of an integer, in the middle.
      const std::size_t at = problem->output_bytes() / 2 / 4 * 4 + 3;
      unsigned char byte = 0;
      session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, at, 1, &byte);
      byte ^= 0x40;
      session.queue.enqueueWriteBuffer(prepared.output, CL_TRUE, at, 1, &byte);
      return events;
    };
    INFO(ladder.name, " at ", problem->size());
    CHECK(harness::verify_step(*problem, prepared, session) != "");
  }
}

TEST_CASE("ladder: every preset of every step is right, or does not fit the device" *
          tests::long_tier) {
  const harness::Session session = tests::new_session();
  for (const Ladder& ladder : ladders())
    for (const Ladder::Maker& make : ladder.for_presets) {
      const std::unique_ptr<harness::Problem> problem = make();
      problem->upload(session);
      for (const harness::Step& step : problem->steps()) {
        int fitting = 0;
        for (const harness::Values& values : step.presets) {
          INFO(ladder.name, ", ", step.id, " with ", harness::values_text(values), " at ",
               problem->size());
          try {
            const auto prepared = harness::prepare_step(*problem, step, session, values);
            ++fitting;
            CHECK(harness::verify_step(*problem, prepared, session) == "");
          } catch (const common::Skip&) {
          }
        }
        INFO(ladder.name, ", ", step.id);
        CHECK(
            (fitting > 0 || std::count(ladder.always.begin(), ladder.always.end(), step.id) == 0));
      }
    }
}

TEST_CASE("ladder: the table of steps is tidy") {
  for (const Ladder& ladder : ladders()) {
    const std::unique_ptr<harness::Problem> problem = ladder.awkward();
    const std::vector<harness::Step> steps = problem->steps();
    std::set<std::string> ids, names, kernels;
    for (const harness::Step& step : steps) {
      INFO(ladder.name, ", ", step.id);
      CHECK(std::regex_match(step.id, std::regex("[a-z][1-9][0-9]*b?")));
      CHECK(ids.insert(step.id).second);
      CHECK(names.insert(step.name).second);
      CHECK(step.change.size() > 10);
      CHECK_NOTHROW(harness::parent_of(steps, step));
      // A step has a kernel of its own, or that of a step before it with other values.
      if (kernels.insert(step.kernel_file).second)
        CHECK(step.kernel_file.ends_with(fmt::format("/{}_{}.cl", step.id, step.name)));
      CHECK(tests::fs::exists(common::find_kernel(step.kernel_file)));
      for (const harness::Parameter& parameter : step.parameters)
        for (const harness::Values& preset : step.presets)
          CHECK(preset.count(parameter.name) == 1);
    }
  }
}

TEST_CASE(
    "ladder: from a step's parent to the step, only its idea changes, on every kind of device") {
  for (const Ladder& ladder : ladders()) {
    INFO(ladder.name);
    for (const Ladder::Maker& make : ladder.usual)
      tests::check_pins(*make());
  }
}
