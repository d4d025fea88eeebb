// The plot of the errors of sums, from what --json has written.

#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <fmt/format.h>

void draw_sums(const std::string& results, const std::string& svg) {
  const Json document = harness::read_json(results);
  if (document.is_discarded() || !document.contains(Json::json_pointer("/sums/rows/0/error_u")))
    throw common::Error(
        fmt::format("'{}' has no table of sums: write one with --only sums --json FILE.", results));
  std::vector<std::string> orders;
  std::string data, lines;
  for (const Json& row : document["sums"]["rows"])
    if (row["n"] == document["sums"]["rows"][0]["n"])
      orders.push_back(row["order"]);
  for (std::size_t i = 0; i < orders.size(); ++i) {
    data += fmt::format("$sum{} << EOD\n", i);
    for (const Json& row : document["sums"]["rows"])
      if (row["order"] == orders[i])
        data +=
            fmt::format("{} {} {}\n", row["n"].get<double>(),
                        std::max(row["error_u"].get<double>(), 0.02), row["bound_u"].get<double>());
    data += "EOD\n";
    lines +=
        fmt::format("{0}$sum{1} using 1:2 with linespoints linecolor rgb '{2}' linewidth 2 "
                    "pointtype 7 pointsize 0.5 title {3}, $sum{1} using 1:3 with lines "
                    "linecolor rgb '{2}' linewidth 1.5 dashtype 2 notitle",
                    i == 0 ? "" : ", ", i, harness::plot_colours[i % harness::plot_colours.size()],
                    harness::plot_quoted(orders[i]));
  }
  const std::string commands =
      "set key outside right center vertical Left reverse\n"
      "set logscale x 2\nset logscale y 10\nset format y '%g'\nset format x '2^%L'\n"
      "set xlabel 'numbers that are added'\n"
      "set ylabel 'error in units of u; dashed: the bound'\n" +
      data + "plot " + lines + "\n";
  harness::draw_plot(
      {.title = "Errors of float sums on " + document.at("device").at("name").get<std::string>(),
       .commands = commands,
       .width = 760,
       .height = 440},
      svg);
}
