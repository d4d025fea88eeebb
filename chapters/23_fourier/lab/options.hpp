#pragma once

#include "fourier.hpp"
#include "sweeps.hpp"
#include "uses.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace fourier {

/// The options beside those of every ladder.
struct Options {
  bool real = false, inverse = false;
  std::string figures, use;
  UseOptions uses;
  Sweep sweep;
};

void add_options(CLI::App& app, Options& options);

/// The ladder that the options name.
harness::CaseStudy case_study(const Options& options);

/// Plots, a series of measurements, or a use, where one of them is wanted.
std::optional<int> run_experiment(Options& options, const harness::LadderOptions& ladder,
                                  const std::string& command_line);

} // namespace fourier
