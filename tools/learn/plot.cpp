#include "tools/learn/plot.hpp"

#include "common/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace learn {
namespace {

constexpr const char* step_colour = harness::plot_colours[0];
constexpr const char* peer_colour = harness::plot_colours[1];

struct Point { // one measured step or peer at one size
  std::string series;
  std::string size;
  bool is_peer = false;
  double speed = 0.0;
  double flop = 0.0; ///< for steps only
  double bytes = 0.0;
};

double number(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

// GFLOP/s, or GB/s for problems without arithmetic.
const char* metric_of(const Json& bench) {
  for (const Json& row : bench.value("rows", Json::array()))
    if (number(row, "gflops") > 0.0)
      return "gflops";
  return "gbps";
}

std::string unit_of(const Json& bench) {
  return metric_of(bench) == std::string("gflops") ? "GFLOP/s" : "GB/s";
}

std::vector<Point> points_of(const Json& bench) {
  const char* metric = metric_of(bench);
  std::vector<Point> points;
  const auto add = [&](const char* key, bool is_peer) {
    for (const Json& row : bench.value(key, Json::array())) {
      const double speed = number(row, metric);
      if (!(speed > 0.0) || row.value("status", "verified") != "verified")
        continue; // speed without a verified result is none
      const std::string name = row.value("name", "");
      points.push_back({is_peer ? name : row.value("step", "") + " " + name, row.value("size", ""),
                        is_peer, speed, number(row, "flop"), number(row, "bytes")});
    }
  };
  add("rows", false);
  add("peers", true);
  if (points.empty())
    throw common::Error("there is nothing to draw: the results hold no verified measurement.");
  return points;
}

// Where a size stands on an axis: the geometric mean of its numbers, so that 512 and 512x512 agree.
double magnitude(const std::string& size) {
  std::istringstream stream(size);
  double logarithms = 0.0;
  int count = 0;
  for (std::string part; std::getline(stream, part, 'x'); ++count)
    logarithms += std::log(std::max(1.0, std::strtod(part.c_str(), nullptr)));
  return count > 0 ? std::exp(logarithms / count) : 1.0;
}

// 512x512x512 is better read as 512.
std::string short_size(const std::string& size) {
  const std::string first = size.substr(0, size.find('x'));
  std::string repeated = first;
  while (repeated.size() < size.size())
    repeated += "x" + first;
  return repeated == size ? first : size;
}

template <typename Key>
std::vector<std::string> distinct(const std::vector<Point>& points, const Key& key) {
  std::vector<std::string> values;
  for (const Point& point : points)
    if (std::find(values.begin(), values.end(), key(point)) == values.end())
      values.push_back(key(point));
  return values;
}

std::vector<std::string> sizes_of(const std::vector<Point>& points) {
  std::vector<std::string> sizes = distinct(points, [](const Point& p) { return p.size; });
  std::stable_sort(sizes.begin(), sizes.end(), [](const std::string& a, const std::string& b) {
    return magnitude(a) < magnitude(b);
  });
  return sizes;
}

std::vector<std::string> series_of(const std::vector<Point>& points) {
  return distinct(points, [](const Point& p) { return p.series; });
}

// A string in a data block: it ends at the next double quote, whatever stands before it.
std::string cell(std::string value) {
  std::replace(value.begin(), value.end(), '"', '\'');
  return '"' + harness::one_line(value) + '"';
}

std::string speed_text(double speed) {
  return fmt::format("{:.{}f}", speed, speed >= 99.95 ? 0 : speed >= 9.995 ? 1 : 2);
}

std::string title_of(const Json& bench, const std::string& about) {
  return fmt::format("{}, {} on {}", bench.value("chapter", ""), about,
                     bench.value("device", Json::object()).value("name", "an unknown device"));
}

// [bars]
harness::Plot bars(const Json& bench) {
  const std::vector<Point> all = points_of(bench);
  const std::string size = sizes_of(all).back();
  std::vector<Point> points;
  std::copy_if(all.begin(), all.end(), std::back_inserter(points),
               [&](const Point& p) { return p.size == size; });
  double most = 0.0;
  std::string rows;
  std::string names;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& p = points[i];
    most = std::max(most, p.speed);
    rows += fmt::format("{} {} {} {}\n", i, p.speed, p.is_peer ? 1 : 0, cell(speed_text(p.speed)));
    names += fmt::format("{}{} {}", i ? ", " : "", harness::plot_quoted(p.series), i);
  }
  const std::string commands =
      fmt::format("$data << EOD\n{}EOD\n"
                  "unset key\n"
                  "unset grid\n"
                  "set border 1\n"
                  "set grid xtics linecolor rgb '{}'\n"
                  "set xlabel '{}'\n"
                  "set xrange [0:{}]\n"
                  "set yrange [{}:-0.6]\n"
                  "set ytics ({}) scale 0\n"
                  "set style fill solid 1 noborder\n"
                  "colour(is_peer) = is_peer == 1 ? 0x{} : 0x{}\n"
                  "plot $data using ($2/2):1:(0):2:($1-0.36):($1+0.36):(colour($3)) with "
                  "boxxyerrorbars linecolor rgb variable, \\\n"
                  "     $data using 2:1:4 with labels left offset 0.5,0 textcolor rgb '{}'\n",
                  rows, harness::plot_grid, unit_of(bench), 1.14 * most,
                  static_cast<double>(points.size()) - 0.4, names, peer_colour + 1, step_colour + 1,
                  harness::plot_text);
  return {.title = title_of(bench, size),
          .commands = commands,
          .height = 110 + 30 * static_cast<int>(points.size())};
}
// [/bars]

// Blocks of data, one for each series, and the clauses of `plot` that draw them.
struct Series {
  std::string blocks;
  std::string clauses;
};

Series lines_by_size(const std::vector<Point>& points) {
  const auto x = [](const Point& p) { return magnitude(p.size); };
  Series result;
  int index = 0;
  for (const std::string& name : series_of(points)) {
    std::vector<Point> own;
    std::copy_if(points.begin(), points.end(), std::back_inserter(own),
                 [&](const Point& p) { return p.series == name; });
    std::stable_sort(own.begin(), own.end(),
                     [&](const Point& a, const Point& b) { return x(a) < x(b); });
    result.blocks += fmt::format("$series{} << EOD\n", index);
    for (const Point& p : own)
      result.blocks += fmt::format("{} {}\n", x(p), p.speed);
    result.blocks += "EOD\n";
    const auto count = static_cast<int>(harness::plot_colours.size());
    result.clauses += fmt::format(
        "{}$series{} using 1:2 with linespoints linecolor rgb '{}' linewidth 2 dashtype {} "
        "pointtype {} pointsize 0.6 title {}",
        index ? ", \\\n     " : "", index, harness::plot_colours[index % count],
        own.front().is_peer ? 2 : 1, 5 + 2 * (index / count % 5), harness::plot_quoted(name));
    ++index;
  }
  return result;
}

harness::Plot sizes(const Json& bench) {
  const std::vector<Point> points = points_of(bench);
  const Series series = lines_by_size(points);
  const std::vector<std::string> sizes = sizes_of(points);
  const auto [slowest, fastest] =
      std::minmax_element(points.begin(), points.end(),
                          [](const Point& a, const Point& b) { return a.speed < b.speed; });
  std::string tics;
  for (const std::string& size : sizes)
    tics += fmt::format("{}{} {:.6g}", tics.empty() ? "" : ", ",
                        harness::plot_quoted(short_size(size)), magnitude(size));
  const int rows = static_cast<int>(series_of(points).size());
  const std::string commands =
      series.blocks + fmt::format("set key outside right top vertical Left reverse\n"
                                  "set logscale x 2\n"
                                  "set logscale y 10\n"
                                  "set format y '%g'\n"
                                  "set xtics ({})\n"
                                  "set xrange [{}:{}]\n"
                                  "set yrange [{}:{}]\n"
                                  "set xlabel 'size'\n"
                                  "set ylabel '{}'\n"
                                  "plot {}\n",
                                  tics, magnitude(sizes.front()) / 1.15,
                                  magnitude(sizes.back()) * 1.15, slowest->speed / 1.5,
                                  fastest->speed * 1.5, unit_of(bench), series.clauses);
  return {.title = title_of(bench, "against the size"),
          .commands = commands,
          .height = std::max(440, 110 + 24 * rows)};
}

// Heights for labels beside points: as near to the points' own as a gap between neighbours allows.
// `heights` ascend; all stay below `top` while there is room.
std::vector<double> spread(std::vector<double> heights, double gap, double top) {
  for (std::size_t i = 1; i < heights.size(); ++i)
    heights[i] = std::max(heights[i], heights[i - 1] + gap);
  for (std::size_t i = heights.size(); i-- > 0; top -= gap)
    heights[i] = std::min(heights[i], top);
  return heights;
}

// A name for each point, steps on the right and peers on the left, and a line from one to the other.
std::string named_points(std::vector<Point> points, double bottom, double top, int rows) {
  std::stable_sort(points.begin(), points.end(),
                   [](const Point& a, const Point& b) { return a.speed < b.speed; });
  std::string commands;
  for (const bool peers : {false, true}) {
    std::vector<Point> own;
    std::copy_if(points.begin(), points.end(), std::back_inserter(own),
                 [&](const Point& p) { return p.is_peer == peers; });
    std::vector<double> heights;
    for (const Point& p : own)
      heights.push_back(std::log10(p.speed));
    const double gap = (std::log10(top) - std::log10(bottom)) / rows;
    heights = spread(heights, gap, std::log10(top) - gap / 2);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const double x = own[i].flop / own[i].bytes;
      const double label_x = peers ? x / 1.6 : x * 1.6;
      const double label_y = std::pow(10.0, heights[i]);
      const char* colour = peers ? peer_colour : step_colour;
      commands += fmt::format("set arrow from {},{} to {},{} nohead linecolor rgb '{}'\n", x,
                              own[i].speed, label_x, label_y, harness::plot_grid);
      commands += fmt::format("set label {} at {},{} {} offset {},0 textcolor rgb '{}' front\n",
                              harness::plot_quoted(own[i].series), label_x, label_y,
                              peers ? "right" : "left", peers ? -0.4 : 0.4, colour);
      commands += fmt::format("set label '' at {},{} point pointtype 7 pointsize 0.6 linecolor rgb "
                              "'{}' front\n",
                              x, own[i].speed, colour);
    }
  }
  return commands;
}

harness::Plot roofline(const Json& bench) {
  std::vector<Point> points = points_of(bench);
  // Names need room: one size, the largest.
  const std::string size = sizes_of(points).back();
  points.erase(
      std::remove_if(points.begin(), points.end(), [&](const Point& p) { return p.size != size; }),
      points.end());
  // A peer solves the same problem: its intensity is that of the steps.
  const auto step = std::find_if(points.begin(), points.end(), [](const Point& p) {
    return !p.is_peer && p.flop > 0.0 && p.bytes > 0.0;
  });
  Json ceilings = bench.value("ceilings", Json::object());
  for (const Json& of_size : ceilings.value("by_size", Json::array()))
    if (of_size.value("size", "") == size) {
      ceilings = of_size; // what fits a cache has its roof
      break;
    }
  const double copy = number(ceilings, "copy_gbps");
  const double fma = number(ceilings, "fma_gflops");
  if (step == points.end() || !(copy > 0.0 && fma > 0.0))
    throw common::Error("there is no roofline to draw: the results hold no ceilings, or no FLOP "
                        "and bytes of a verified step.");
  const Point problem = *step;
  double low = fma / copy; // the ridge belongs into the picture
  double high = low;
  double bottom = fma;
  double top = fma; // tensor cores and other units lie above the roof of multiply-adds
  for (Point& p : points) {
    if (p.is_peer || !(p.flop > 0.0 && p.bytes > 0.0)) {
      p.flop = problem.flop;
      p.bytes = problem.bytes;
    }
    low = std::min(low, p.flop / p.bytes);
    high = std::max(high, p.flop / p.bytes);
    bottom = std::min(bottom, p.speed);
    top = std::max(top, p.speed);
  }
  bottom /= 2;
  top *= 2;
  const int rows = std::max(20, static_cast<int>(points.size()) + 4);
  const std::string commands =
      named_points(points, bottom, top, rows) +
      fmt::format("set logscale xy 10\n"
                  "set format xy '%g'\n"
                  "set xrange [{}:{}]\n"
                  "set yrange [{}:{}]\n"
                  "set samples 500\n"
                  "set xlabel 'FLOP for each byte that must pass through memory'\n"
                  "set ylabel 'GFLOP/s'\n"
                  "unset key\n"
                  "roof(x) = x * {} < {} ? x * {} : {}\n"
                  "plot sample [{}:{}] roof(x) with lines linecolor rgb '{}' linewidth 3\n",
                  low / 8, high * 16, bottom, top, copy, fma, copy, fma, low / 8, high * 1.3,
                  harness::plot_text);
  return {.title = title_of(bench, fmt::format("{} under {} GB/s, {} GFLOP/s", short_size(size),
                                               speed_text(copy), speed_text(fma))),
          .commands = commands,
          .height = 90 + 20 * rows};
}

} // namespace

std::vector<PlotKind> kinds_of(const Json& bench) {
  std::vector<PlotKind> kinds{PlotKind::bars};
  if (sizes_of(points_of(bench)).size() > 1)
    kinds.push_back(PlotKind::sizes);
  if (number(bench.value("ceilings", Json::object()), "copy_gbps") > 0.0 &&
      metric_of(bench) == std::string("gflops"))
    kinds.push_back(PlotKind::roofline);
  return kinds;
}

std::string name_of(PlotKind kind) {
  return kind == PlotKind::bars ? "bars" : kind == PlotKind::sizes ? "sizes" : "roofline";
}

harness::Plot plot_of(const Json& bench, PlotKind kind) {
  switch (kind) {
  case PlotKind::bars:
    return bars(bench);
  case PlotKind::sizes:
    return sizes(bench);
  case PlotKind::roofline:
    return roofline(bench);
  }
  throw std::logic_error("an unknown kind of plot");
}

} // namespace learn
