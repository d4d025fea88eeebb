#pragma once

#include "filters.hpp"
#include "harness/system/options.hpp"

#include <string>
#include <vector>

namespace filters {

/// What can be searched: "red-eye", "snn", "snn-corner", "snn-local", "snn-image", "gaussian", "gabor", "median",
/// and "radii".
const std::vector<std::string>& sweep_names();

struct Sweep {
  std::string what;               ///< one of sweep_names(); empty: no sweep
  int dimensions = 0;             ///< of the NDRange; 0: all
  int radius = -1, pairs = 2;     ///< as in make_setup()
  std::vector<std::string> sizes; ///< of a random picture; empty: `input`
  std::string input;              ///< a picture; empty: the portrait of the lesson
  std::string times;              ///< a directory, for a file of times of each shape; empty: none
  std::string plot;               ///< "DIR/NAME": draws DIR/NAME_2d.svg and others; empty: nothing
  std::string measured;           ///< JSON of an earlier run: nothing is measured, only drawn
};

/// Shapes of work-groups, all numbers powers of two, that `limit` work-items and the device's limits in each dimension
/// allow, the first number growing fastest; the third is 1, 2 or 4.
std::vector<std::vector<std::size_t>> shapes_for(int dimensions, std::size_t limit,
                                                 const std::vector<std::size_t>& most);

/// Measures, prints the table, writes JSON and files of times, draws.
int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line);

/// Filters a picture with the first step of the filter's ladder, verifies it, and saves it as a picture: Gabor's responses as
/// colours for the directions, the stronger, the brighter.
int filter_picture(const std::string& filter, const Sweep& sweep, const std::string& output,
                   const harness::LabOptions& options);

} // namespace filters
