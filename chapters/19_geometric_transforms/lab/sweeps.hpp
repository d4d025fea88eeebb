#pragma once

#include "harness/system/options.hpp"
#include "warp.hpp"

#include <string>
#include <vector>

/// The experiments beside the ladder.
namespace transforms {

/// "holes", "angles", "thesis", "quality", "precision".
const std::vector<std::string>& sweep_names();

struct Sweep {
  std::string name;
  std::vector<std::string> steps; ///< of angles and thesis; empty: a choice of ours
  int size = 2048;                ///< the side of the picture, of angles and holes
  std::string plot;               ///< angles: draws this SVG; empty: nothing
  std::string measured;           ///< angles: draws what an earlier run has written as JSON
  std::string output;             ///< holes, thesis, quality: writes this picture; empty: nothing
};

/// Prints a table and writes JSON.
int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line);

} // namespace transforms
