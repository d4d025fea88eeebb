#pragma once

#include "harness/ladder/ladder.hpp"

#include <doctest/doctest.h>

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

} // namespace tests
