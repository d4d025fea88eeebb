// The book's plot, the time of each step against the side of a square picture; and ours, speed against what is in the picture.

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

void draw_data(const std::vector<std::string>& jsons, const std::string& svg) {
  std::vector<std::string> order; // of steps and peers
  std::map<std::string, std::map<std::string, double>> gbps;
  std::vector<std::string> names;
  std::string device;
  for (const std::string& json : jsons) {
    const nlohmann::json document = harness::read_json(json);
    device = document.at("device").at("name").get<std::string>();
    const std::string command = document.at("command").get<std::string>() + " ";
    const std::size_t at = command.find("--data ");
    names.push_back(at == std::string::npos
                        ? "photo"
                        : command.substr(at + 7, command.find(' ', at + 7) - at - 7));
    for (const char* list : {"rows", "peers"})
      for (const auto& row : document.at(list)) {
        if (!row.contains("gbps") || !row.at("gbps").is_number() || row.at("gbps") == 0.0)
          continue;
        const std::string name = row.at(row.contains("step") ? "step" : "name");
        if (gbps.find(name) == gbps.end())
          order.push_back(name);
        gbps[name][names.back()] = row.at("gbps").get<double>();
      }
  }
  // Steps that were not measured with all pictures are left out.
  std::string data, lines;
  for (const std::string& name : order)
    if (gbps[name].size() == names.size()) {
      data += fmt::format("\"{}\"", name);
      for (const std::string& picture : names)
        data += fmt::format(" {}", gbps[name][picture]);
      data += "\n";
    }
  if (data.empty())
    throw common::Error("no step was measured with all of these pictures.");
  for (std::size_t i = 0; i < names.size(); ++i)
    lines += fmt::format("{}$data using {}:xtic(1) lc rgb '{}' title {}", i == 0 ? "plot " : ", ",
                         i + 2, harness::plot_colours.at(i), harness::plot_quoted(names[i]));
  harness::draw_plot({.title = fmt::format("Bytes counted in a second, {}", device),
                      .commands = "$data << EOD\n" + data +
                                  "EOD\nset style data histograms\n"
                                  "set style histogram clustered gap 1\nset style fill solid\n"
                                  "set key outside right top vertical Left reverse\n"
                                  "set ylabel 'GB/s'\nset yrange [0:*]\n" +
                                  lines + "\n",
                      .height = 400},
                     svg);
}

} // namespace hist
