#pragma once

#include "harness/ladder/ladder.hpp"

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

/// The command line of the program.
struct Options {
  harness::LadderOptions ladder;
  std::string preset;
  std::string filter;
  std::string filter_size;
  std::optional<double> sigma;
  std::string border;
  int channels = 0; ///< 0: as the picture has; 1 for random pixels
  std::string show;
  std::string input;
  std::string output;
  std::string plot;

  bool wants_gaussians() const { return preset == "gaussians"; }
  /// A mode that looks for errors, or for speed, with random pixels of certain sizes.
  bool wants_random() const;
};

void add_options(CLI::App& app, Options& options);

/// Refuses combinations that cannot be meant (UsageError), and fills in the defaults that depend on
/// the mode.
void settle(Options& options);

} // namespace convolution
