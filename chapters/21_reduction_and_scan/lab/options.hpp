#pragma once

#include "problem.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace sums {

/// The options beside those of every ladder, and of experiments.
struct Options {
  Task task;
  std::vector<std::string> plot;
  int chain = -1; ///< a child of the experiments: see Numbers
};

void add_options(CLI::App& app, Options& options);

/// The plot, or a child's part of an experiment, where it is wanted.
std::optional<int> run_part(const Options& options, const harness::LadderOptions& ladder);

} // namespace sums
