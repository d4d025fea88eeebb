#pragma once

#include "harness/ladder/ladder.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace images {

/// The options beside those of experiments and of every ladder. Empty: a default.
struct Options {
  std::string figure;
  // Resizing: a picture, or random pixels for its ladder.
  std::optional<double> scale;
  std::string filter, input, output;
  // The ladder of convolution.
  std::string weights, weights_size, border;
  // Both ladders.
  int channels = 1;
  std::string depth = "float";
};

void add_options(CLI::App& app, Options& options);

/// Draws the figure, where it is wanted, and resizes the picture that was given.
std::optional<int> run_pictures(const Options& options, const harness::LadderOptions& ladder,
                                const std::string& command_line);

/// The ladder of resizing where --scale or --filter was given, else that of convolution.
harness::CaseStudy case_study(const Options& options, const harness::LadderOptions& ladder);

} // namespace images
