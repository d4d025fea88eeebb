#pragma once

#include "separable.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace separable {

/// The options beside those of every ladder. Empty: a default that depends on the mode.
struct Options {
  std::string filter, radius, border = "reflect", sweep, plot, measured;
  int channels = 1;
};

void add_options(CLI::App& app, Options& options);

/// The sweep, where one is named.
std::optional<int> run_experiment(const Options& options, const harness::LadderOptions& ladder,
                                  const std::string& command_line);

harness::CaseStudy case_study(const Options& options, const harness::LadderOptions& ladder);

} // namespace separable
