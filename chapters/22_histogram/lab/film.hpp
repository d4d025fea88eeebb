#pragma once

#include "problem.hpp"

#include "harness/system/options.hpp"

#include <string>

namespace hist {

/// Sends one picture after the other through the steps, with the transfers; prints frames a second, and writes them as JSON.
/// Each step's result is verified before and after.
int run_film(const Task& task, const harness::LadderOptions& options,
             const std::string& command_line);

} // namespace hist
