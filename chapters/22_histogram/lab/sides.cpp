// The book's plot: the time of each step against the side of a square picture.

#include "sides.hpp"

#include "common/error.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace hist {

void draw_sides(const std::string& json, const std::string& svg) {
  const nlohmann::json document = harness::read_json(json);
  std::vector<std::string> order;
  std::map<std::string, std::string> data;
  std::set<std::string> wrong; // a step that was wrong at one size is not drawn
  for (const auto& row : document.at("rows"))
    if (row.at("status") == "failed")
      wrong.insert(row.at("step").get<std::string>());
  for (const auto& row : document.at("rows")) {
    const std::string name =
        row.at("step").get<std::string>() + " " + row.at("name").get<std::string>();
    if (row.at("status") != "verified" || !row.at("median_ms").is_number() ||
        wrong.count(row.at("step").get<std::string>()) > 0)
      continue;
    if (data.find(name) == data.end())
      order.push_back(name);
    data[name] += fmt::format("{} {}\n", std::atoi(row.at("size").get<std::string>().c_str()),
                              row.at("median_ms").get<double>());
  }
  if (order.empty())
    throw common::Error(fmt::format("'{}' has no times of steps to draw.", json));
  std::string blocks, lines;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t colours = harness::plot_colours.size();
    blocks += fmt::format("$step{} << EOD\n{}EOD\n", i, data[order[i]]);
    lines += fmt::format(
        "$step{} using 1:2 with linespoints lw 2 dt {} pt {} ps {} lc rgb '{}' title {}, ", i,
        i < colours ? 1 : 4, i < colours ? 7 : 9, i < colours ? 0.6 : 1.0,
        harness::plot_colours[i % colours], harness::plot_quoted(order[i]));
  }
  harness::draw_plot(
      {.title = fmt::format("Three histograms of a square picture, {}",
                            document.at("device").at("name").get<std::string>()),
       .commands = blocks +
                   "set key outside right top vertical Left reverse\nset logscale y 10\n"
                   "set format y '%g'\nset xtics 256\nset xlabel 'side in pixels'\n"
                   "set ylabel 'milliseconds'\nset xrange [448:2112]\n"
                   "plot " +
                   lines +
                   fmt::format("25 with lines dt 2 lw 2 lc rgb '{}' title '40 pictures a second'\n",
                               harness::plot_text),
       .height = 480},
      svg);
}

} // namespace hist
