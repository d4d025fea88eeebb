// The plots of what a table shows badly, from recorded results: the same for every device.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>

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

// [levels]
using Counters = std::map<std::string, double>;

// A memory that a step's bytes pass through.
struct Level {
  const char* name;
  const char* colour; ///< in the plot
  double (*bytes)(const Counters& counters);
};

const std::vector<Level> levels{
    {"memory", harness::plot_colours[0],
     [](const Counters& c) { return c.at("DRAM_bytes_read") + c.at("DRAM_bytes_written"); }},
    // An estimate: the loads that were no hits, and all stores, in sectors of 32 bytes.
    {"second-level cache", harness::plot_colours[2],
     [](const Counters& c) {
       return 32 * ((1 - c.at("L1_hits_percent") / 100) * c.at("global_load_sectors") +
                    c.at("global_store_sectors"));
     }},
    {"first-level cache", harness::plot_colours[1],
     [](const Counters& c) { return 32 * c.at("global_load_sectors"); }},
    // A turn of local memory has room for 128 bytes, and takes as long if fewer are read.
    {"local memory", harness::plot_colours[3], [](const Counters& c) {
       return 128 * (c.at("local_load_wavefronts") + c.at("local_store_wavefronts"));
     }}};

// The bandwidths of the levels.
std::vector<double> gbps_of(const Json& results) {
  const Json& caches =
      results.at("caches").at("rows"); // local memory, then buffers of growing size
  return {results.at("roofline").at("copy_gbps"), caches.back().at("gbps"), caches.at(1).at("gbps"),
          caches.at(0).at("gbps")};
}
// [/levels]

struct StepPoint {
  std::string step;
  double gflops = 0.0;
  std::vector<double> intensity, percent; ///< for each level
  std::size_t nearest = 0;                ///< the level of whose roof it reaches most
};

// (Steps of several kernels are left out, and those of tensor cores, which have another roof.)
std::vector<StepPoint> points_of(const Json& rows, const std::vector<double>& gbps, double flop,
                                 double fma) {
  std::map<std::string, int> launches;
  for (const Json& row : rows)
    ++launches[row.at("step")];
  std::vector<StepPoint> points;
  for (const Json& row : rows) {
    const auto counters = row.at("counters").get<Counters>();
    const double ms = counters.at("milliseconds");
    if (launches[row.at("step")] > 1 || 1e-6 * flop / ms > fma)
      continue;
    StepPoint point{row.at("step"), 1e-6 * flop / ms, {}, {}};
    for (std::size_t l = 0; l < levels.size(); ++l) {
      const double bytes = levels[l].bytes(counters);
      point.intensity.push_back(flop / std::max(bytes, 1.0));
      point.percent.push_back(1e-4 * bytes / ms / gbps[l]);
    }
    point.nearest = static_cast<std::size_t>(
        std::max_element(point.percent.begin(), point.percent.end()) - point.percent.begin());
    points.push_back(std::move(point));
  }
  return points;
}

// A rectangle of the plot, in pixels from its lower left corner.
struct Box {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
  bool meets(const Box& other) const {
    return x < other.x + other.width && other.x < x + width && y < other.y + other.height &&
           other.y < y + height;
  }
};

// The steps whose points are so near each other that one label has to do: "v12 to v14, v17".
std::string label_of(const std::vector<StepPoint>& points, const std::vector<std::size_t>& near) {
  std::string text;
  for (std::size_t i = 0; i < near.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < near.size() && near[last + 1] == near[last] + 1)
      ++last;
    text += (text.empty() ? "" : ", ") + points[near[i]].step;
    if (last > i)
      text += (last > i + 1 ? " to " : ", ") + points[near[last]].step;
    i = last;
  }
  return text;
}

// [steps]
// A roof for each memory, and each step under the roof that it comes nearest to.
harness::Plot steps_of(const Json& results, const std::vector<StepPoint>& points,
                       const std::vector<double>& gbps, const std::string& title) {
  const double fma = results.at("roofline").at("fma_gflops");
  double left = fma / gbps[0], low = fma;
  for (const StepPoint& point : points) {
    left = std::min(left, point.intensity[point.nearest]);
    low = std::min(low, point.gflops);
  }
  left /= 2, low /= 3;
  const double right = 8 * fma / gbps[0], high = 2 * fma;
  std::string data, labels, plot;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    data += fmt::format("$level{} << EOD\n", l);
    for (const StepPoint& point : points)
      if (point.nearest == l)
        data += fmt::format("{} {}\n", point.intensity[l], point.gflops);
    data += "EOD\n";
    plot += fmt::format("{}x < {} ? x * {} : {} with lines linecolor rgb '{}' linewidth 2 title "
                        "'{}: {:.0f} GB/s'",
                        l == 0 ? "plot " : ", ", fma / gbps[l], gbps[l], fma, levels[l].colour,
                        levels[l].name, gbps[l]);
    if (data.find(fmt::format("$level{} << EOD\nEOD", l)) == std::string::npos)
      plot += fmt::format(", $level{} using 1:2 with points linecolor rgb '{}' pointtype 7 "
                          "pointsize 0.8 notitle",
                          l, levels[l].colour);
  }
  std::vector<std::vector<std::size_t>> groups; // which a label names together
  for (std::size_t i = 0; i < points.size(); ++i) {
    const StepPoint& point = points[i];
    const auto close = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      const StepPoint& first = points[group.front()];
      return first.nearest == point.nearest &&
             std::abs(std::log(first.gflops / point.gflops)) < 0.12 &&
             std::abs(std::log(first.intensity[point.nearest] / point.intensity[point.nearest])) <
                 0.3;
    });
    close == groups.end() ? groups.push_back({i}) : close->push_back(i);
  }
  // A label is where it covers neither a point nor another label, if there is such a place beside its point.
  const auto pixel_x = [&](double x) { return 615 * std::log(x / left) / std::log(right / left); };
  const auto pixel_y = [&](double y) { return 350 * std::log(y / low) / std::log(high / low); };
  std::vector<Box> taken;
  for (const StepPoint& point : points)
    taken.push_back(
        {pixel_x(point.intensity[point.nearest]) - 5, pixel_y(point.gflops) - 5, 10, 10});
  for (const auto& group : groups) {
    const StepPoint& first = points[group.front()];
    const std::string text = label_of(points, group);
    double begin = pixel_x(right), end = 0.0; // of the points
    for (const std::size_t i : group) {
      begin = std::min(begin, pixel_x(points[i].intensity[first.nearest]));
      end = std::max(end, pixel_x(points[i].intensity[first.nearest]));
    }
    const double width = 8.5 * static_cast<double>(text.size());
    const double beside = begin - 10 - width, y = pixel_y(first.gflops) - 7;
    Box best{};
    for (const auto& [x, up] : {std::pair{end + 10, 0.0},
                                {end + 10, -15.0},
                                {end + 10, 15.0},
                                {beside, 0.0},
                                {beside, 15.0},
                                {end + 10, -30.0}}) {
      const Box box{x, y + up, width, 15};
      const bool free = x > 0 && std::none_of(taken.begin(), taken.end(),
                                              [&](const Box& other) { return box.meets(other); });
      if (free || best.width == 0)
        best = box;
      if (free)
        break;
    }
    taken.push_back(best);
    labels +=
        fmt::format("set label '{}' at {}, {} left textcolor rgb '{}'\n", text,
                    left * std::pow(right / left, best.x / 615),
                    low * std::pow(high / low, (best.y + 7) / 350), levels[first.nearest].colour);
  }
  const std::string commands =
      data + labels +
      fmt::format("set key bottom right\nset logscale xy 10\nset format xy '%g'\n"
                  "set samples 500\nset xrange [{}:{}]\nset yrange [{}:{}]\n"
                  "set xlabel 'FLOP for each byte of that memory'\nset ylabel 'GFLOP/s'\n{}\n",
                  left, right, low, high, plot);
  return {.title = title, .commands = commands, .width = 760, .height = 500};
}
// [/steps]

void print_steps(const std::vector<StepPoint>& points, double fma) {
  using enum harness::Table::Align;
  std::vector<harness::Table::Column> columns{
      {"step"}, {"GFLOP/s", right}, {"% of multiply-adds", right}};
  for (const Level& level : levels)
    columns.push_back({level.name, right});
  harness::Table table(columns);
  for (const StepPoint& point : points) {
    std::vector<std::string> cells{point.step, fmt::format("{:.0f}", point.gflops),
                                   fmt::format("{:.0f}", 100 * point.gflops / fma)};
    for (const double percent : point.percent)
      cells.push_back(fmt::format("{:.0f}", percent));
    table.add(cells);
  }
  fmt::print("{}", table.text());
}

} // namespace

void draw_plots(const std::string& results, const std::string& directory, const std::string& steps,
                double flop) {
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
  if (!steps.empty()) {
    const Json counted = harness::read_json(steps);
    if (!counted.is_object() ||
        !counted.contains(Json::json_pointer("/rows/0/counters/DRAM_bytes_read")))
      throw common::Error(fmt::format(
          "'{}' is not what --counters --json of a case study writes on a GPU.", steps));
    if (!document.contains(Json::json_pointer("/caches/rows/2")) ||
        !document.contains(Json::json_pointer("/roofline/ridge")))
      throw common::Error(fmt::format("'{}' lacks the experiments roofline and caches.", results));
    const std::vector<double> gbps = gbps_of(document);
    const double fma = document["roofline"]["fma_gflops"];
    const std::vector<StepPoint> points = points_of(counted.at("rows"), gbps, flop, fma);
    print_steps(points, fma);
    const std::string chapter = counted.at("chapter"), size = counted.at("size");
    draw("steps_" + chapter,
         steps_of(document, points, gbps,
                  fmt::format("The steps of {} at {}, on {}", chapter, size, device)));
  }
  if (drawn == 0)
    throw common::Error(
        fmt::format("'{}' holds nothing to draw: record it without --quick.", results));
}
