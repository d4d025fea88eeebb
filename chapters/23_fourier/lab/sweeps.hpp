#pragma once

#include "harness/lab/lab.hpp"

#include <string>
#include <vector>

namespace fourier {

/// Series of measurements, as curves.
struct Sweep {
  std::string name;                  ///< of sweeps()
  std::string plot;                  ///< an SVG file; empty: no plot
  std::vector<std::string> measured; ///< files of --json: draw these, and measure nothing
  std::string size =
      "1024x1024"; ///< of the picture that filters are measured with; of every-length, as in 1-4096
};

const std::vector<std::string>& sweeps();
int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line);

} // namespace fourier
