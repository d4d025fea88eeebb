#pragma once

#include "separable.hpp"

#include <string>
#include <vector>

namespace separable {

/// What a sweep goes through.
struct Sweep {
  /// Images of some sides with one filter; one image with filters of some radii; one image with every border, grey and
  /// RGBA; one image in bytes with filters of some radii, by how many levels whole weights differ from real ones.
  enum Kind { sizes, radii, borders, levels } kind = sizes;
  std::vector<int> places;                                    ///< sides or radii
  int width = 2048, height = 2048;                            ///< but of a sweep of sizes
  int radius = 8;                                             ///< where it is not what changes
  std::string filter = "gaussian", border = "reflect", steps; ///< ids with commas; empty: all
  std::string
      measured;     ///< what an earlier run has written as JSON: nothing is measured, only drawn
  std::string plot; ///< "DIR/NAME": draws DIR/NAME_all.svg and others; empty: nothing
};

/// Times every step, and the phases around it, at each place; prints a table, writes JSON, draws.
int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line);

} // namespace separable
