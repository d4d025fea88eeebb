#pragma once

#include <array>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/// Plots by gnuplot, as SVG that is readable on light and on dark pages, in the colours of the
/// lessons' figures.
namespace harness {

constexpr const char* plot_background = "#f8fafc";
constexpr const char* plot_grid = "#cbd5e1";
constexpr const char* plot_text = "#0f172a";
/// For series: neighbours differ, also for readers who see few colours.
inline constexpr std::array plot_colours{"#2563eb", "#ea580c", "#16a34a", "#7c3aed", "#db2777",
                                         "#0891b2", "#ca8a04", "#475569", "#b91c1c"};

struct Plot {
  std::string title;    ///< above the picture, and what a browser shows for it
  std::string commands; ///< for gnuplot: data, axes, key, and `plot` itself
  int width = 860;      ///< in pixels
  int height = 440;
};

/// True if gnuplot is in PATH.
bool can_plot();

/// What to say where it is not: how to install it.
std::string how_to_plot();

/// The text in one line: control characters, which could end a line of a script, become blanks.
std::string one_line(std::string text);

/// A string of gnuplot: one line in single quotes, which are doubled within.
std::string plot_quoted(const std::string& value);

/// A line of a chart: its name in the key, and its points, a line "x y" for each.
struct Curve {
  std::string title, points = {};
};

/// A curve for each value of row[name], in the order in which they first appear: row[y] over row[x]. Rows in which y is no
/// number have no point.
std::vector<Curve> curves_of(const nlohmann::json& rows, const std::string& name,
                             const std::string& x, const std::string& y);

/// Data and one `plot` command for all curves, in the colours of the series; with more curves than colours the marks
/// differ. `style`: "linespoints", "lines" or "points".
std::string plot_curves(const std::vector<Curve>& curves, const std::string& style = "linespoints");

/// All that gnuplot gets in order to write the plot to `output`: the house style, then the commands.
std::string plot_script(const Plot& plot, const std::string& output);

/// Draws the plot to `svg`, which is complete or does not change. Throws Skip without gnuplot, and
/// Error where gnuplot refuses the commands or the file cannot be written.
void draw_plot(const Plot& plot, const std::filesystem::path& svg);

} // namespace harness
