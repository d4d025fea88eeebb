#pragma once

#include "sweeps.hpp"
#include "warp.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace transforms {

/// The options beside those of every ladder.
struct Options {
  Choice choice;
  Sweep sweep;
  std::string filter = "linear";
};

void add_options(CLI::App& app, Options& options);

/// The experiment, where one is named.
std::optional<int> run_experiment(const Options& options, const harness::LadderOptions& ladder,
                                  const std::string& command_line);

harness::CaseStudy case_study(const Options& options);

} // namespace transforms
