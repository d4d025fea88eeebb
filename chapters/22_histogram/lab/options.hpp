#pragma once

#include "problem.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace hist {

/// The options beside those of every ladder.
struct Options {
  Task task;
  bool film = false;
  std::vector<std::string> plot, bars;
  const CLI::Option* format = nullptr; ///< to know whether it was given
};

void add_options(CLI::App& app, Options& options);

/// The plots or the film, where they are wanted. Settles the task; throws UsageError for what does not go together.
std::optional<int> run_experiment(Options& options, const harness::LadderOptions& ladder,
                                  const std::string& command_line);

} // namespace hist
