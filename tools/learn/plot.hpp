// Plots of recorded results: the JSON that a case study's --bench writes, drawn by gnuplot as SVG
// that is readable on light and on dark pages.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace learn {

enum class PlotKind {
  bars,     ///< speed of each step and peer at the largest size
  sizes,    ///< speed of each step and peer against the size of the problem
  roofline, ///< speed against FLOP for each byte, under the device's measured ceilings
};

/// True if gnuplot is in PATH.
bool can_plot();

/// What to say where it is not: how to install it.
std::string how_to_plot();

/// The kinds that make sense for this bench: sizes needs at least two, roofline needs ceilings.
std::vector<PlotKind> kinds_of(const nlohmann::json& bench);

/// "bars", "sizes", "roofline".
std::string name_of(PlotKind kind);

/// The commands for gnuplot that write the plot to `output`. Throws Error where the bench has
/// nothing to draw.
std::string plot_script(const nlohmann::json& bench, PlotKind kind, const std::string& output);

/// Draws the plot to `svg`, which is complete or does not change. Throws Skip without gnuplot, and
/// Error where the bench has nothing to draw or the file cannot be written.
void draw_plot(const nlohmann::json& bench, PlotKind kind, const std::filesystem::path& svg);

} // namespace learn
