#pragma once

#include "nbody.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nbody {

/// The options beside those of every ladder.
struct Options {
  bool conserve = false, theta = false, packed = false;
  std::string plot, cube;
  std::vector<std::string> curves;
};

void add_options(CLI::App& app, Options& options);

/// The experiment or the picture, where one is wanted.
std::optional<int> run_experiment(const Options& options, const harness::LadderOptions& ladder,
                                  const std::string& command_line);

} // namespace nbody
