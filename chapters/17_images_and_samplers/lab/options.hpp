#pragma once

#include "harness/ladder/ladder.hpp"
#include "resize.hpp"

#include <optional>
#include <string>
#include <vector>

/// The command line of the chapter: experiments, two ladders, and pictures to resize.
struct Options {
  harness::LadderOptions ladder;
  std::vector<std::string> only; ///< experiments
  std::string demo;
  // Resizing: a picture, or with a mode of the ladder random pixels.
  std::optional<double> scale;
  std::string filter;
  std::string input, output;
  // Convolution.
  std::string weights, weights_size, border;
  // Both ladders.
  int channels = 1;
  std::string depth = "float";
};

void add_options(CLI::App& app, Options& options, const std::vector<std::string>& experiments,
                 const std::vector<std::string>& demos);

/// Refuses combinations that cannot be meant (UsageError), and fills in the defaults that depend on
/// the mode.
void settle(Options& options);
