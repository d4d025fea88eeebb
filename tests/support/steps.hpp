#pragma once

#include "harness/ladder/ladder.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace tests {

/// Runs one step of a problem that has been uploaded, and checks what comes out. Returns "", or why this device cannot run it.
inline std::string check_step(const harness::Problem& problem, const harness::Step& step,
                              const harness::Session& session) {
  try {
    const harness::Prepared prepared =
        harness::prepare_step(problem, step, session); // not in CHECK: that catches Skip
    CHECK(harness::verify_step(problem, prepared, session) == "");
    return "";
  } catch (const common::Skip& reason) {
    return reason.what();
  }
}

/// All steps of such a problem whose ids begin so; the ids of those that ran. Which have to run is said by the test. `what` is
/// tried, for messages.
inline std::set<std::string> check_steps(const harness::Problem& problem,
                                         const harness::Session& session,
                                         const std::string& what = {},
                                         const std::string& ids = {}) {
  std::set<std::string> ran;
  for (const harness::Step& step : problem.steps()) {
    if (!step.id.starts_with(ids))
      continue;
    INFO(step.id, ": ", problem.kind(), " ", problem.size(), " ", what);
    if (check_step(problem, step, session).empty())
      ran.insert(step.id);
  }
  return ran;
}

} // namespace tests
