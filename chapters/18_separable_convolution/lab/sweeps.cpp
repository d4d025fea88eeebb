// The two experiments of the thesis: time against the side of the image, and against the width of the filter. Each time in
// its phases: the image to the device, both passes, the result back. And two of ours: time against border and channels;
// by how much whole weights change a picture.

#include "sweeps.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace separable {
namespace {

using Json = nlohmann::json;

constexpr int most_runs = 10;    // as in the thesis; ours: the median, not the mean
constexpr double patience = 1.0; // seconds for the runs of a step at one place

// [phases]
// One run of everything: new input buffer, upload, launches, download. Milliseconds by phase; a step with one kernel has no
// columns.
std::map<std::string, double> run_once(const harness::Session& session,
                                       const harness::Prepared& prepared,
                                       std::vector<std::byte>& host) {
  std::map<std::string, double> ms;
  common::Stopwatch all, watch;
  const cl::Buffer input(session.context, CL_MEM_READ_ONLY, host.size());
  session.queue.enqueueWriteBuffer(input, CL_TRUE, 0, host.size(), host.data());
  ms["upload"] = watch.milliseconds();
  const std::vector<cl::Event> events = prepared.run();
  session.queue.finish();
  watch.restart();
  session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, host.size(), host.data());
  ms["download"] = watch.milliseconds();
  ms["all"] = all.milliseconds();
  ms["rows"] = common::event_times(events.front()).execution_ms();
  ms["columns"] = events.size() > 1 ? common::event_times(events.back()).execution_ms() : 0.0;
  ms["device"] = ms["rows"] + ms["columns"];
  return ms;
}
// [/phases]

Json medians(const std::vector<std::map<std::string, double>>& runs) {
  Json row;
  for (const auto& [phase, unused] : runs.front()) {
    common::Samples samples;
    for (const auto& run : runs)
      samples.values.push_back(run.at(phase));
    row[phase + "_ms"] = samples.median();
  }
  return row;
}

Json measure(const Separable& problem, const harness::Step& step, const harness::Session& session) {
  const harness::Prepared prepared = harness::prepare_verified(problem, step, session);
  std::vector<std::byte> host(problem.output_bytes() / step.narrower);
  std::vector<std::map<std::string, double>> runs;
  for (const common::Stopwatch watch;
       runs.size() < most_runs && (runs.empty() || watch.seconds() < patience);)
    runs.push_back(run_once(session, prepared, host));
  return medians(runs);
}

Json measure(const harness::Peer& peer) {
  peer.run(); // OpenCV builds its kernels in its first call
  std::vector<std::map<std::string, double>> runs;
  for (const common::Stopwatch watch;
       runs.size() < most_runs && (runs.empty() || watch.seconds() < patience);) {
    const double ms = peer.run();
    runs.push_back({{"device", ms}, {"all", ms}});
  }
  return medians(runs);
}

// One curve: a column of the rows with this name.
struct Phase {
  std::string name, column, title;
};

void draw(const Json& rows, const std::vector<Phase>& phases, bool radii, const std::string& title,
          const std::string& file) {
  std::vector<harness::Curve> curves;
  for (const auto& [name, column, shown] : phases)
    for (harness::Curve& curve : harness::curves_of(rows, "step", "x", column))
      if (curve.title == name)
        curves.push_back({shown, curve.points});
  harness::draw_plot(
      {title, fmt::format("set logscale y\nset format y '%g'\nset key outside right\n"
                          "set ylabel 'milliseconds'\nset xlabel '{}'\n{}",
                          radii ? "width of the filter" : "side of the image",
                          radii ? "" : "set logscale x 2\n") +
                  harness::plot_curves(curves)},
      file);
}

// The phases of one step, stacked. If it has one kernel only, that makes both passes.
void draw_stack(const Json& rows, const std::string& id, const std::string& file) {
  std::vector<std::string> columns{"upload", "rows", "columns", "download"}, titles = columns;
  if (std::all_of(rows.begin(), rows.end(),
                  [&](const Json& row) { return row["step"] != id || row["columns_ms"] == 0.0; })) {
    columns = {"upload", "device", "download"};
    titles = {"upload", "kernel", "download"};
  }
  std::string commands =
      "set style data histograms\nset style histogram rowstacked\nset boxwidth 0.7\nset style fill "
      "solid\nset key outside right\nset ylabel 'milliseconds'\nset xlabel 'side of the "
      "image'\n$d << END\n";
  for (const Json& row : rows)
    if (row["step"] == id) {
      commands += row["x"].dump();
      for (const std::string& phase : columns)
        commands += fmt::format(" {}", row[phase + "_ms"].get<double>());
      commands += "\n";
    }
  commands += "END\n";
  for (std::size_t i = 0; i < columns.size(); ++i)
    commands += fmt::format("{}$d using {}:xtic(1) lc rgb '{}' title '{}'", i == 0 ? "plot " : ", ",
                            i + 2, harness::plot_colours.at(i), titles[i]);
  harness::draw_plot({id + ": where the time goes", commands + "\n"}, file);
}

void draw_all(const Json& rows, bool radii, const std::string& plot) {
  // By the device's time at the last place that each has: from the slowest to the best.
  std::map<std::string, double> last;
  for (const Json& row : rows)
    if (row.contains("rows_ms"))
      last[row["step"]] = row["device_ms"];
  std::vector<std::pair<double, std::string>> floats, bytes;
  const Separable problem(make_setup("box", 1, 1, Border::reflect, 1), 1, 1, 1, 1);
  const std::vector<harness::Step> steps = problem.steps();
  for (const auto& [id, ms] : last)
    (harness::step_named(steps, id).narrower > 1 ? bytes : floats).emplace_back(ms, id);
  std::sort(floats.begin(), floats.end());
  std::sort(bytes.begin(), bytes.end());
  std::vector<Phase> all, zoom;
  for (const auto& [ms, id] : floats) {
    all.insert(all.begin(), {id, "device_ms", id});
    if (ms < 5 * floats.front().first)
      zoom.push_back(all.front());
  }
  const std::string best = floats.front().second;
  draw(rows, all, radii, "All steps: time of the kernels", plot + "_all.svg");
  draw(rows, zoom, radii, "The fast steps: time of the kernels", plot + "_zoom.svg");
  draw(rows,
       {{best, "device_ms", best + ", kernels"},
        {"C++ plain", "all_ms", "C++, one thread"},
        {"C++ SIMD", "all_ms", "C++ SIMD, one thread"},
        {"C++ SIMD, all cores", "all_ms", "C++ SIMD, all cores"}},
       radii, "The best step and C++", plot + "_cpp.svg");
  std::vector<Phase> transfers{{best, "device_ms", best + ", kernels"},
                               {best, "all_ms", best + ", everything"}};
  if (!bytes.empty())
    for (const char* column : {"device_ms", "all_ms"})
      transfers.push_back(
          {bytes.front().second, column,
           bytes.front().second + (column[0] == 'd' ? ", kernels" : ", everything")});
  draw(rows, transfers, radii, "Kernels alone, and everything", plot + "_transfers.svg");
  if (!radii)
    draw_stack(rows, best, plot + "_phases.svg");
}

// [levels]
// Filters a picture with whole weights and with real ones, both rounded to bytes once, and counts by how many levels
// they differ.
int compare_levels(const Sweep& sweep, const harness::LabOptions& options,
                   const std::string& command_line) {
  const harness::Session session(common::pick_device(options.device));
  Json document =
      harness::result_document("18_separable_convolution", command_line, session.device);
  document["rows"] = Json::array();
  const harness::ImageF picture = harness::to_grey(
      harness::to_float(common::load_image(common::find_data("images/scene_512.png"))));
  harness::Table table({{"filter", harness::Table::Align::right},
                        {"largest weight", harness::Table::Align::right},
                        {"weights of 0", harness::Table::Align::right},
                        {"same", harness::Table::Align::right},
                        {"one level", harness::Table::Align::right},
                        {"largest", harness::Table::Align::right}});
  for (const int radius : sweep.places) {
    Separable problem(
        make_setup(sweep.filter, radius, radius, harness::parse_border(sweep.border), options.seed),
        picture);
    problem.upload(session);
    // The device's result is what is compared below, to the last bit.
    harness::prepare_verified(problem, harness::step_named(problem.steps(), "b1"), session);
    const Setup& setup = problem.operands().setup;
    const std::vector<std::uint8_t> whole = filter_bytes(problem.image(), setup);
    const std::vector<double> real = filter_in_double(problem.image(), setup);
    std::map<int, int> pixels_by_difference;
    for (std::size_t k = 0; k < real.size(); ++k)
      ++pixels_by_difference[std::abs(whole[k] - static_cast<int>(std::lround(255.0 * real[k])))];
    const std::vector<cl_uint> weights = whole_weights(setup.row);
    const auto share = [&](int levels) {
      return 100.0 * pixels_by_difference[levels] / static_cast<double>(real.size());
    };
    Json row{{"x", 2 * radius + 1},
             {"largest_weight", *std::max_element(weights.begin(), weights.end())},
             {"zero_weights", std::count(weights.begin(), weights.end(), 0U)},
             {"same_percent", share(0)},
             {"one_percent", share(1)},
             {"largest", pixels_by_difference.rbegin()->first}};
    table.add({row["x"].dump(), row["largest_weight"].dump(), row["zero_weights"].dump(),
               fmt::format("{:.1f} %", share(0)), fmt::format("{:.1f} %", share(1)),
               row["largest"].dump()});
    document["rows"].push_back(row);
  }
  fmt::print("{}", table.text());
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  return common::exit_passed;
}
// [/levels]

// One place of a sweep.
struct Place {
  std::string title; ///< in the table
  Json x;            ///< in JSON
  int width, height, channels, radius;
  std::string border;
};

std::vector<Place> places_of(const Sweep& sweep) {
  std::vector<Place> places;
  if (sweep.kind == Sweep::borders)
    for (const int channels : {1, 4})
      for (const std::string& border : harness::border_names()) {
        const std::string title = border + (channels == 1 ? " grey" : " RGBA");
        places.push_back({title, title, sweep.width, sweep.height, channels, sweep.radius, border});
      }
  for (const int place : sweep.places) {
    const bool radii = sweep.kind == Sweep::radii;
    const int x = radii ? 2 * place + 1 : place;
    places.push_back({std::to_string(x), x, radii ? sweep.width : place,
                      radii ? sweep.height : place, 1, radii ? place : sweep.radius, sweep.border});
  }
  return places;
}

} // namespace

int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line) {
  const bool radii = sweep.kind == Sweep::radii;
  if (sweep.kind == Sweep::levels)
    return compare_levels(sweep, options, command_line);
  if (!sweep.measured.empty()) {
    draw_all(harness::read_json(sweep.measured).at("rows"), radii, sweep.plot);
    return common::exit_passed;
  }
  const harness::Session session(common::pick_device(options.device));
  Json document =
      harness::result_document("18_separable_convolution", command_line, session.device);
  document["rows"] = Json::array();
  using enum harness::Table::Align;
  const bool borders = sweep.kind == Sweep::borders;
  harness::Table table({{borders ? "border"
                         : radii ? "filter"
                                 : "side",
                         right},
                        {"step"},
                        {"upload", right},
                        {"rows", right},
                        {"columns", right},
                        {"device", right},
                        {"download", right},
                        {"all", right}});
  std::vector<std::string> too_slow;
  for (const Place& place : places_of(sweep)) {
    Separable problem(make_setup(sweep.filter, place.radius, place.radius,
                                 harness::parse_border(place.border), options.seed),
                      place.width, place.height, place.channels, options.seed);
    problem.upload(session);
    const auto add = [&](const std::string& name, const auto& measure_it, bool is_peer = false) {
      const bool chosen = ("," + sweep.steps + ",").find("," + name + ",") != std::string::npos;
      if ((!is_peer && !sweep.steps.empty() && !chosen) ||
          std::find(too_slow.begin(), too_slow.end(), name) != too_slow.end())
        return;
      try {
        Json row = measure_it();
        if (row["all_ms"] > 1e3 * patience)
          too_slow.push_back(name);
        row["x"] = place.x;
        row["step"] = name;
        document["rows"].push_back(row);
        std::vector<std::string> cells{place.title, name};
        for (const char* column : {"upload", "rows", "columns", "device", "download", "all"}) {
          const auto found = row.find(std::string(column) + "_ms");
          cells.push_back(found == row.end() || *found == 0.0 ? ""
                                                              : harness::duration_text(*found));
        }
        table.add(cells);
      } catch (const common::Skip& reason) {
        fmt::print("skipped: {}, {}: {}\n", place.title, name, reason.what());
      }
    };
    for (const harness::Step& step : problem.steps())
      add(step.id, [&] { return measure(problem, step, session); });
    for (const harness::Peer& peer : problem.peers(session))
      if (peer.missing.empty())
        add(
            peer.name, [&] { return measure(peer); }, true);
  }
  fmt::print("{}", table.text());
  for (const std::string& name : too_slow)
    fmt::print("{}: too slow for the places after its last\n", name);
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  if (!sweep.plot.empty() && !borders)
    draw_all(document["rows"], radii, sweep.plot);
  return common::exit_passed;
}

} // namespace separable
