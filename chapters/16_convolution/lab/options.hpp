#pragma once

#include "convolution.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace convolution {

/// A headline problem of this chapter.
struct Preset {
  std::string name;
  std::string filter;
  std::string border;
  std::string size;
  std::string about;
};

/// --preset takes their names, and "gaussians": see gaussians.hpp.
const std::vector<Preset>& presets();

/// The options beside those of every ladder. Empty: a default that depends on the mode.
struct Options {
  std::string preset;
  std::string filter;
  std::string filter_size;
  std::optional<double> sigma;
  std::string border;
  int channels = 0; ///< 0: as the picture has; 1 for random pixels
  std::string show;
  std::string input; ///< empty: random pixels
  std::string output;
  std::string plot;
  harness::ImageF picture = {}; ///< what is in `input`
};

void add_options(CLI::App& app, Options& options);

/// --preset gaussians, where it is wanted.
std::optional<int> run_experiment(const Options& options, const harness::LadderOptions& ladder,
                                  const std::string& command_line);

/// Fills in the defaults, and reads the picture. Refuses combinations that cannot be meant (UsageError).
harness::CaseStudy case_study(Options& options, harness::LadderOptions& ladder);

/// --output, after case_study().
void write_picture(const Options& options, const harness::LadderOptions& ladder);

} // namespace convolution
