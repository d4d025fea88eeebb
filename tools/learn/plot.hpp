// Plots of recorded results: the JSON that a case study's --bench writes, drawn by gnuplot as SVG
// that is readable on light and on dark pages.
#pragma once

#include "harness/system/plot.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace learn {

enum class PlotKind {
  bars,     ///< speed of each step and peer at the largest size
  sizes,    ///< speed of each step and peer against the size of the problem
  roofline, ///< speed against FLOP for each byte, under the device's measured ceilings
};

/// The kinds that make sense for this bench: sizes needs at least two, roofline needs ceilings.
std::vector<PlotKind> kinds_of(const nlohmann::json& bench);

/// "bars", "sizes", "roofline".
std::string name_of(PlotKind kind);

/// The plot, for harness::draw_plot(). Throws Error where the bench has nothing to draw.
harness::Plot plot_of(const nlohmann::json& bench, PlotKind kind);

} // namespace learn
