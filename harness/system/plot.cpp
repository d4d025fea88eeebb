#include "harness/system/plot.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/process.hpp"
#include "harness/system/temporary.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fs = std::filesystem;

namespace harness {
using namespace common;
namespace {

constexpr const char* font = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif";

void replace_all(std::string& content, const std::string& from, const std::string& to) {
  for (std::size_t at = content.find(from); at != std::string::npos;
       at = content.find(from, at + to.size()))
    content.replace(at, from.size(), to);
}

std::string escaped(std::string value) {
  replace_all(value, "&", "&amp;");
  replace_all(value, "<", "&lt;");
  return value;
}

// gnuplot's SVG says "Gnuplot" where a reader's browser shows a title, knows one font only, and has
// sharp corners.
std::string polished(std::string svg, const std::string& title) {
  replace_all(svg, "<title>Gnuplot</title>", "<title>" + escaped(title) + "</title>");
  replace_all(svg, "font-family=\"Helvetica\"", fmt::format("font-family=\"{}\"", font));
  const std::string plain = fmt::format("fill=\"{}\"/>", plot_background);
  if (const std::size_t at = svg.find(plain); at != std::string::npos)
    svg.replace(
        at, plain.size(),
        // Texts keep lines at a distance, so that they can be read where lines cross them.
        fmt::format("rx=\"12\" fill=\"{0}\" stroke=\"{1}\"/>\n<style>text {{ paint-order: "
                    "stroke; stroke: {0}; stroke-width: 5px; stroke-linejoin: round }}</style>",
                    plot_background, plot_grid));
  return svg;
}

} // namespace

bool can_plot() {
  return !find_program("gnuplot").empty();
}

std::string how_to_plot() {
  return "gnuplot, which draws the plots, is not installed (Debian, Ubuntu: sudo apt install "
         "gnuplot-nox; Fedora: sudo dnf install gnuplot; Arch: sudo pacman -S gnuplot; macOS: brew "
         "install gnuplot).";
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
  return text;
}

std::string plot_quoted(const std::string& value) {
  std::string text = one_line(value);
  replace_all(text, "'", "''");
  return "'" + text + "'";
}

std::vector<Curve> curves_of(const nlohmann::json& rows, const std::string& name,
                             const std::string& x, const std::string& y) {
  std::vector<Curve> curves;
  for (const nlohmann::json& row : rows) {
    const std::string title = row.at(name);
    auto curve = std::find_if(curves.begin(), curves.end(),
                              [&](const Curve& each) { return each.title == title; });
    if (curve == curves.end())
      curve = curves.insert(curve, {title});
    if (const auto found = row.find(y); found != row.end() && found->is_number())
      curve->points += fmt::format("{} {}\n", row.at(x).get<double>(), found->get<double>());
  }
  return curves;
}

std::string plot_curves(const std::vector<Curve>& curves, const std::string& style) {
  std::string data, plots;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    data += fmt::format("$c{} << END\n{}END\n", i, curves[i].points);
    const std::string marks =
        style == "lines"
            ? ""
            : fmt::format(" pt {} ps 0.6", std::array{7, 4, 8}.at(i / plot_colours.size() % 3));
    plots +=
        fmt::format("{}$c{} with {} lw 2{} lc rgb '{}' title {}", i == 0 ? "plot " : ", ", i, style,
                    marks, plot_colours.at(i % plot_colours.size()), plot_quoted(curves[i].title));
  }
  return data + plots + "\n";
}

std::string plot_script(const Plot& plot, const std::string& output) {
  return fmt::format(
             "set terminal svg size {},{} dynamic noenhanced font 'Helvetica,15' background '{}'\n"
             "set output {}\n"
             "set label 1 {} at screen 0.5, screen 1 offset 0,-1.6 center textcolor rgb '{}'\n"
             "set tmargin 3.5\n"
             "set border 3 linecolor rgb '{}'\n"
             "set tics nomirror textcolor rgb '{}'\n"
             "set key textcolor rgb '{}'\n"
             "set xlabel textcolor rgb '{}'\n"
             "set ylabel textcolor rgb '{}'\n"
             "set grid linecolor rgb '{}' linewidth 1\n",
             plot.width, plot.height, plot_background, plot_quoted(output), plot_quoted(plot.title),
             plot_text, plot_grid, plot_text, plot_text, plot_text, plot_text, plot_grid) +
         plot.commands;
}

void draw_plot(const Plot& plot, const fs::path& svg) {
  if (!can_plot())
    throw Skip(how_to_plot());
  const TemporaryDirectory directory;
  const fs::path raw = directory.path / "raw";
  write_text(directory.path / "script", plot_script(plot, "raw"));
  ProcessOptions options;
  options.directory = directory.path;
  const ProcessResult result = run_process({"gnuplot", "script"}, options);
  std::string drawn;
  if (std::error_code none; result.exit_code == 0 && fs::is_regular_file(raw, none))
    drawn = read_text(raw);
  if (drawn.find("</svg>") == std::string::npos)
    throw Error(fmt::format("gnuplot could not draw the plot:\n{}", result.output));
  write_text(svg, polished(drawn, one_line(plot.title)));
}

} // namespace harness
