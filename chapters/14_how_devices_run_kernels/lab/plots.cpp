// The plots, from recorded results: the same for every device.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/plot.hpp"
#include "harness/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace {

struct Line {
  std::string key, title;
};

// One plot. Without lines it has bars of `y`, one for each row, named by `x`.
struct Picture {
  std::string experiment, title, x, x_title, y, y_title;
  std::vector<Line> lines = {};
  bool log_y = false;
  std::string x_format = {}; // "bytes" writes 4096 as 4 KiB
};

const std::vector<Picture>& pictures() {
  static const std::vector<Picture> all{
      {"access", "The order of reads", "pattern", "", "gbps", "GB/s"},
      {"banks", "Words of local memory, a stride apart", "stride", "stride", "loads_per_ns",
       "loads in a nanosecond"},
      {"divergence",
       "A branch with several ways",
       "ways",
       "ways",
       "",
       "times one way",
       {{"by_lane_times", "each work-item its own"}, {"by_group_times", "64 neighbours together"}}},
      {"latency",
       "One load after the other",
       "bytes",
       "size of the buffer",
       "",
       "ns for a load",
       {{"ns", "one work-item"}},
       true,
       "bytes"},
      {"hiding",
       "Random loads",
       "items_per_unit",
       "work-items for each compute unit",
       "",
       "millions of loads in a second",
       {{"chains_8", "8 chains"},
        {"chains_4", "4 chains"},
        {"chains_2", "2 chains"},
        {"chains_1", "1 chain"}},
       true},
      {"occupancy",
       "Random loads of groups with local memory",
       "bytes",
       "local memory of a group",
       "",
       "millions of loads in a second",
       {{"mloads_per_s", "one chain in each work-item"}},
       false,
       "bytes"},
      {"parallel",
       "Independent multiply-adds",
       "chains",
       "chains in a work-item",
       "",
       "GFLOP/s",
       {{"many_gflops", "many work-items"}, {"few_gflops", "few work-items"}},
       true},
      {"width",
       "Vectors",
       "width",
       "floats in a vector",
       "",
       "GB/s, GFLOP/s",
       {{"gflops", "multiply-adds, GFLOP/s"}, {"gbps", "copy, GB/s"}},
       true},
      {"local-size",
       "The size of a work-group",
       "local",
       "local size",
       "",
       "GB/s",
       {{"gbps", "add one"}}},
      {"shapes", "The shape of a work-group", "shape", "", "ms", "ms"},
      {"launch",
       "A launch, with waiting",
       "items",
       "work-items",
       "",
       "microseconds",
       {{"us", "by the host's clock"}},
       true},
      {"transfer",
       "Transfers and work",
       "multiply_adds",
       "multiply-adds for each number",
       "",
       "ms",
       {{"transfer_ms", "to the device and back"}, {"kernel_ms", "the kernel"}},
       true},
  };
  return all;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// Names on the x axis at the places of the rows; every other one where numbers are long.
std::string tics(const Picture& picture, const Json& rows) {
  std::vector<std::string> names;
  std::size_t letters = 0;
  for (const Json& row : rows) {
    const Json& x = row.at(picture.x);
    const double value = x.is_string() ? 0.0 : x.get<double>();
    const bool small = value < (1 << 20);
    names.push_back(
        picture.x_format == "bytes"
            ? fmt::format("{:.4g} {}iB", value / (small ? 1 << 10 : 1 << 20), small ? 'K' : 'M')
            : text_of(x));
    letters += names.back().size();
  }
  const std::size_t step = letters > 50 && rows[0].at(picture.x).is_number() ? 2 : 1;
  std::string result;
  for (std::size_t i = 0; i < names.size(); i += step)
    result += fmt::format("{}{} {}", i ? ", " : "", harness::plot_quoted(names[i]), i);
  return result;
}

std::string data_of(const Picture& picture, const Json& rows) {
  std::string data = "$data << EOD\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    data += std::to_string(i);
    if (picture.lines.empty())
      data += fmt::format(" {}", rows[i].at(picture.y).get<double>());
    for (const Line& line : picture.lines)
      data += fmt::format(" {}", rows[i].at(line.key).get<double>());
    data += '\n';
  }
  return data + "EOD\n";
}

harness::Plot plot_of(const Picture& picture, const Json& rows, const std::string& device) {
  std::string clauses;
  if (picture.lines.empty())
    clauses =
        fmt::format("$data using 1:2 with boxes linecolor rgb '{}'", harness::plot_colours[0]);
  for (std::size_t i = 0; i < picture.lines.size(); ++i)
    clauses += fmt::format("{}$data using 1:{} with linespoints linecolor rgb '{}' linewidth 2 "
                           "pointtype 7 pointsize 0.6 title {}",
                           i ? ", " : "", i + 2, harness::plot_colours[i],
                           harness::plot_quoted(picture.lines[i].title));
  const bool words = rows[0].at(picture.x).is_string();
  const std::string commands =
      data_of(picture, rows) +
      fmt::format(
          "{}\nset xtics ({}) {}\nset xrange [-0.6:{}]\n{}\nset format y '%g'\n"
          "set xlabel {}\nset ylabel {}\nset style fill solid 1 noborder\nset boxwidth 0.7\n"
          "plot {}\n",
          picture.lines.size() > 1 ? "set key outside right center vertical Left reverse"
                                   : "unset key",
          tics(picture, rows), words ? "rotate by 35 right" : "",
          static_cast<double>(rows.size()) - 0.4,
          picture.log_y ? "set logscale y 10" : "set yrange [0:*]",
          harness::plot_quoted(picture.x_title), harness::plot_quoted(picture.y_title), clauses);
  return {
      .title = picture.title + " on " + device, .commands = commands, .width = 760, .height = 400};
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
  const auto draw = [&](std::string name, const harness::Plot& plot) {
    std::replace(name.begin(), name.end(), '-', '_');
    const auto file = std::filesystem::path(directory) / fmt::format("{}_{}.svg", name, suffix);
    harness::draw_plot(plot, file);
    fmt::print("{}\n", file.string());
    ++drawn;
  };
  for (Picture picture : pictures())
    if (document.contains(Json::json_pointer("/" + picture.experiment + "/rows/1")))
      draw(picture.experiment, plot_of(picture, document[picture.experiment]["rows"], device));
  if (document.contains(Json::json_pointer("/roofline/ridge")))
    draw("roofline", roofline_of(document["roofline"], device));
  if (drawn == 0)
    throw common::Error(
        fmt::format("'{}' holds nothing to draw: record it without --quick.", results));
}
