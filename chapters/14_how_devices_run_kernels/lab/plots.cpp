// The plots of what a table shows badly, from recorded results: the same for every device.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace {

// The size of the buffer against the time of a load: a staircase.
harness::Plot latency_of(const Json& rows, const std::string& device) {
  std::string data = "$data << EOD\n", tics;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    data += fmt::format("{} {}\n", i, rows[i].at("ns").get<double>());
    const double bytes = rows[i].at("bytes");
    const bool small = bytes < (1 << 20);
    tics += fmt::format("{}'{:.4g} {}iB' {}", i ? ", " : "", bytes / (small ? 1 << 10 : 1 << 20),
                        small ? 'K' : 'M', i);
  }
  const std::string commands =
      data +
      fmt::format("EOD\nunset key\nset xtics ({})\nset xrange [-0.6:{}]\nset logscale y 10\n"
                  "set format y '%g'\nset xlabel 'size of the buffer'\n"
                  "set ylabel 'ns for a load'\nplot $data using 1:2 with linespoints linecolor "
                  "rgb '{}' linewidth 2 pointtype 7 pointsize 0.6\n",
                  tics, static_cast<double>(rows.size()) - 0.4, harness::plot_colours[0]);
  return {.title = "One load after the other on " + device,
          .commands = commands,
          .width = 760,
          .height = 400};
}

// [plot]
harness::Plot roofline_of(const Json& roof, const std::string& device) {
  const double copy = roof.at("copy_gbps"), fma = roof.at("fma_gflops"), ridge = roof.at("ridge");
  const Json& rows = roof.at("rows");
  std::string data = "$data << EOD\n";
  for (const Json& row : rows)
    data +=
        fmt::format("{} {}\n", row.at("intensity").get<double>(), row.at("gflops").get<double>());
  const std::string commands =
      data +
      fmt::format(
          "EOD\nset key bottom right\nset logscale xy 10\nset format xy '%g'\nset samples 500\n"
          "set xrange [{}:{}]\nset yrange [{}:{}]\n"
          "set xlabel 'FLOP for each byte that passes through memory'\nset ylabel 'GFLOP/s'\n"
          "set label 2 '{:.0f} GB/s' at {}, {} right textcolor rgb '{}'\n"
          "set label 3 '{:.0f} GFLOP/s' at {}, {} left textcolor rgb '{}'\n"
          "roof(x) = x < {} ? x * {} : {}\n"
          "plot roof(x) with lines linecolor rgb '{}' linewidth 3 title 'roof: copy, "
          "multiply-add', "
          "$data using 1:2 with linespoints linecolor rgb '{}' linewidth 1 pointtype 7 "
          "pointsize 0.7 title 'k multiply-adds for each number, k = 1 ... 1024'\n",
          0.1, 600.0, copy * 0.05, fma * 2, copy, ridge / 4, copy * ridge / 2.6, harness::plot_text,
          fma, ridge * 1.2, fma * 1.35, harness::plot_text, ridge, copy, fma, harness::plot_text,
          harness::plot_colours[0]);
  return {.title = "The roofline of " + device, .commands = commands, .width = 760, .height = 460};
}
// [/plot]

} // namespace

void draw_plots(const std::string& results, const std::string& directory) {
  const Json document = harness::read_json(results);
  if (!document.is_object() || document.value("chapter", "") != "14_how_devices_run_kernels")
    throw common::Error(
        fmt::format("'{}' is not what this program writes with --json: make a new one.", results));
  const std::string stem = std::filesystem::path(results).stem().string();
  const std::string suffix = stem.substr(stem.rfind('_') + 1); // all of it where there is no _
  const std::string device = document.at("device").at("name");
  int drawn = 0;
  const auto draw = [&](const std::string& name, const harness::Plot& plot) {
    const auto file = std::filesystem::path(directory) / fmt::format("{}_{}.svg", name, suffix);
    harness::draw_plot(plot, file);
    fmt::print("{}\n", file.string());
    ++drawn;
  };
  if (document.contains(Json::json_pointer("/latency/rows/1")))
    draw("latency", latency_of(document["latency"]["rows"], device));
  if (document.contains(Json::json_pointer("/roofline/ridge")))
    draw("roofline", roofline_of(document["roofline"], device));
  if (drawn == 0)
    throw common::Error(
        fmt::format("'{}' holds nothing to draw: record it without --quick.", results));
}
