#pragma once

#include "separable.hpp"

#include <string>
#include <vector>

namespace separable {

/// What a sweep goes through: images of these sides with one filter, or one image with filters of these radii.
struct Sweep {
  bool radii = false; ///< else sides
  std::vector<int> places;
  int side = 2048;                                            ///< of a sweep of radii
  int radius = 8;                                             ///< of a sweep of sides
  std::string filter = "gaussian", border = "reflect", steps; ///< ids with commas; empty: all
  std::string
      measured;     ///< what an earlier run has written as JSON: nothing is measured, only drawn
  std::string plot; ///< "DIR/NAME": draws DIR/NAME_all.svg and others; empty: nothing
};

/// Times every step, and the phases around it, at each place; prints a table, writes JSON, draws.
int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line);

} // namespace separable
