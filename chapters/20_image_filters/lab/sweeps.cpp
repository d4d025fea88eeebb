// The search of the thesis: one kernel in work-groups of every shape that device and kernel allow, in one, two and three
// dimensions, and without any. And the question that it left open: from which radius on a tile in local memory pays.

#include "sweeps.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <span>

namespace filters {
namespace {

using Json = nlohmann::json;
using Shape = std::vector<std::size_t>;

// For each sweep the filter, and its step.
const std::map<std::string, std::pair<std::string, std::string>> kernels{
    {"red-eye", {"red-eye", "p1"}}, {"snn", {"snn", "v1"}},       {"snn-corner", {"snn", "v3"}},
    {"snn-image", {"snn", "v8"}},   {"snn-local", {"snn", "v4"}}, {"gaussian", {"gaussian", "g1"}},
    {"gabor", {"gabor", "a1"}},     {"median", {"median", "m2"}}};

std::string text_of(const Shape& shape) {
  return shape.empty() ? "none" : fmt::format("{}", fmt::join(shape, "x"));
}

cl::NDRange range_of(const Shape& shape) {
  return shape.empty()       ? cl::NDRange()
         : shape.size() == 1 ? cl::NDRange(shape[0])
         : shape.size() == 2 ? cl::NDRange(shape[0], shape[1])
                             : cl::NDRange(shape[0], shape[1], shape[2]);
}

std::unique_ptr<Filter> problem_for(const Sweep& sweep, const std::string& filter,
                                    const std::string& size, unsigned seed) {
  const Setup setup = make_setup(filter, sweep.radius, sweep.pairs);
  if (!size.empty()) {
    const std::vector<int> extents = harness::parse_size(size, 2);
    return std::make_unique<Filter>(setup, extents[0], extents[1], seed);
  }
  return std::make_unique<Filter>(
      setup,
      common::load_image(sweep.input.empty() ? common::find_data("images/portrait_red_eyes_512.png")
                                             : std::filesystem::path(sweep.input)));
}

// [limits]
std::size_t limit_of(const cl::Device& device, const std::vector<Command>& commands) {
  std::size_t limit = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  for (const Command& command : commands)
    limit = std::min(limit, command.kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device));
  return limit;
}

Json queries(const cl::Device& device, const std::vector<Command>& commands) {
  Json list = {{"max_work_group_size", device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>()},
               {"max_work_item_sizes", device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>()},
               {"local_mem_size", device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>()}};
  const cl::Kernel& kernel = commands.front().kernel;
  list["kernel_work_group_size"] = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  list["kernel_preferred_multiple"] =
      kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device);
  return list;
}
// [/limits]

// [measure]
// One run in groups of this shape; the time of its kernels.
double run_once(const harness::Session& session, std::vector<Command>& commands,
                const Shape& shape) {
  double ms = 0.0;
  std::vector<cl::Event> events;
  for (const Command& command : commands) {
    const cl::NDRange local = range_of(shape);
    const cl::NDRange global = shape.empty() ? command.work : common::round_up(command.work, local);
    events.push_back(common::launch(session.queue, command.kernel, global, local));
  }
  for (const cl::Event& event : events)
    ms += common::event_times(event).execution_ms();
  return ms;
}

// Verifies the shape, and then repeats it: as often as `seconds` allow, 5 times at least and 1000 at most.
common::Samples measure(const Filter& problem, const harness::Session& session,
                        std::vector<Command>& commands, const cl::Buffer& output,
                        const Shape& shape, double seconds) {
  std::vector<std::byte> host(problem.output_bytes());
  session.queue.enqueueFillBuffer(output, cl_uchar{0xFF}, 0, host.size());
  double once = run_once(session, commands, shape);
  session.queue.enqueueReadBuffer(output, CL_TRUE, 0, host.size(), host.data());
  const common::Comparison comparison = problem.check(host);
  if (!comparison.passed())
    throw common::Error(fmt::format("groups of {}: {}", text_of(shape), comparison.summary()));
  once = run_once(session, commands, shape);
  const int runs = harness::calibrated_samples(1e-3 * once, {seconds, once > 500.0 ? 1 : 5, 1000});
  common::Samples samples;
  for (int n = 0; n < runs; ++n)
    samples.values.push_back(run_once(session, commands, shape));
  return samples;
}
// [/measure]

// What the rows of one kind of range say: best, without a shape, worst.
struct Summary {
  const Json* best = nullptr;
  const Json* none = nullptr;
  const Json* worst = nullptr;
};

Summary summary_of(const Json& rows, const std::string& size, int dimensions, std::size_t z = 0) {
  Summary s;
  for (const Json& row : rows) {
    if (row["size"].get<std::string>() != size || row["dimensions"].get<int>() != dimensions)
      continue;
    if (row["shape"].get<std::string>() == "none") {
      s.none = &row;
      continue;
    }
    if (z != 0 && row["z"].get<std::size_t>() != z)
      continue;
    if (s.best == nullptr || row["median_ms"].get<double>() < (*s.best)["median_ms"].get<double>())
      s.best = &row;
    if (s.worst == nullptr ||
        row["median_ms"].get<double>() > (*s.worst)["median_ms"].get<double>())
      s.worst = &row;
  }
  return s;
}

// [plot]
// Work-groups of one dimension: time by their number of work-items.
void draw_line(const Json& rows, const std::string& what, const std::string& size,
               const std::string& file) {
  const Summary summary = summary_of(rows, size, 1);
  if (summary.best == nullptr)
    return;
  std::string data;
  for (const Json& row : rows)
    if (row["size"].get<std::string>() == size && row["dimensions"].get<int>() == 1 &&
        row["shape"].get<std::string>() != "none")
      data +=
          fmt::format("{} {}\n", row["shape"].get<std::string>(), row["median_ms"].get<double>());
  const double least = (*summary.best)["median_ms"].get<double>();
  std::string commands = fmt::format(
      "set logscale x 2\nset logscale y\nset format y '%g'\nset ylabel 'milliseconds'\nset xlabel "
      "'work-items of a group'\nset key outside right\n$d << END\n{}END\n$m << END\n{} {}\nEND\n",
      data, (*summary.best)["shape"].get<std::string>(), least);
  commands += fmt::format(
      "plot $d using 1:2 with linespoints lw 2 pt 7 ps 0.5 lc rgb '{}' title 'shapes', $m with "
      "points pt 7 ps 1.2 lc rgb '{}' title {}",
      harness::plot_colours[0], harness::plot_colours[1],
      harness::plot_quoted(fmt::format("best: {}, {}", (*summary.best)["shape"].get<std::string>(),
                                       harness::duration_text(least))));
  if (summary.none != nullptr)
    commands += fmt::format(", {} with lines dt 2 lw 2 lc rgb '{}' title {}",
                            (*summary.none)["median_ms"].get<double>(), harness::plot_colours[2],
                            harness::plot_quoted("no local size"));
  harness::draw_plot(
      {fmt::format("{}, {}: time by the size of the work-group", what, size), commands + "\n"},
      file);
}

// Shapes of two numbers, or of three with the same third one: a field for each, with its time in units of the best one's.
void draw_map(const Json& rows, const std::string& what, const std::string& size, int dimensions,
              std::size_t z, const std::string& file) {
  const Summary summary = summary_of(rows, size, dimensions, z);
  if (summary.best == nullptr)
    return;
  const auto relative = [&](const Json& row) {
    return row["median_ms"].get<double>() / (*summary.best)["median_ms"].get<double>();
  };
  std::string data;
  std::array<int, 2> most{}; // powers of two
  std::array<int, 2> best{};
  for (const Json& row : rows) {
    const auto shape = row["shape"].get<std::string>();
    if (row["size"].get<std::string>() != size || row["dimensions"].get<int>() != dimensions ||
        shape == "none" || (z != 0 && row["z"].get<std::size_t>() != z))
      continue;
    const std::vector<int> numbers =
        harness::parse_size(shape, static_cast<std::size_t>(dimensions));
    std::array<int, 2> place{};
    for (std::size_t k = 0; k < 2; ++k) {
      place[k] = std::bit_width(static_cast<unsigned>(numbers[k])) - 1;
      most[k] = std::max(most[k], place[k]);
    }
    if (&row == summary.best)
      best = place;
    const double times = relative(row);
    data += fmt::format("{} {} {:.4f} \"{:.{}f}\"\n", place[0], place[1], times, times,
                        times < 9.995 ? 2 : 0);
  }
  const auto tics = [](int last) {
    std::string text;
    for (int k = 0; k <= last; ++k)
      text += fmt::format("{}'{}' {}", k == 0 ? "" : ", ", 1 << k, k);
    return text;
  };
  std::string title =
      fmt::format("{}, {}: time, in times of the best shape ({}: {})", what, size,
                  (*summary.best)["shape"].get<std::string>(),
                  harness::duration_text((*summary.best)["median_ms"].get<double>()));
  if (summary.none != nullptr)
    title += fmt::format("; no local size: {:.2f}", relative(*summary.none));
  const std::string commands = fmt::format(
      "set xlabel 'first number of the shape'\nset ylabel 'second number'\nset xrange "
      "[-0.5:{0}.5]\nset yrange [-0.5:{1}.5]\nset xtics nomirror out ({2})\nset ytics nomirror out "
      "({3})\nset grid noxtics noytics\nunset colorbox\nset logscale cb\nset cbrange [1:*]\nset "
      "palette defined (0 '#bfdbfe', 1 '#fed7aa', 2 '#ea580c')\nset object 1 rectangle center "
      "{4},{5} "
      "size 1,1 fs empty border rgb '{6}' lw 4 front\n$d << END\n{7}END\nplot $d using "
      "1:2:(0.5):(0.5):3 with boxxyerror fs solid 1.0 lc palette notitle, $d using 1:2:4 with "
      "labels "
      "font ',13' notitle\n",
      most[0], most[1], tics(most[0]), tics(most[1]), best[0], best[1], harness::plot_colours[2],
      data);
  harness::draw_plot({title, commands, 860, 160 + 34 * (most[1] + 1)}, file);
}

void draw_all(const Json& document, const std::string& plot) {
  const Json& rows = document.at("rows");
  std::vector<std::string> sizes;
  for (const Json& row : rows)
    if (const auto size = row["size"].get<std::string>();
        std::find(sizes.begin(), sizes.end(), size) == sizes.end())
      sizes.push_back(size);
  for (const std::string& size : sizes) {
    const std::string name = sizes.size() == 1 ? plot : plot + "_" + size;
    const auto what = document.at("sweep").get<std::string>();
    draw_line(rows, what, size, name + "_1d.svg");
    draw_map(rows, what, size, 2, 0, name + "_2d.svg");
    for (const std::size_t z : {1, 2, 4})
      draw_map(rows, what, size, 3, z, fmt::format("{}_3d_{}.svg", name, z));
  }
}
// [/plot]

void draw_radii(const Json& rows, const std::string& file) {
  harness::draw_plot(
      {"The SNN mean: time by radius",
       "set logscale y\nset format y '%g'\nset ylabel 'milliseconds'\nset xlabel 'radius'\nset key "
       "outside right\n" +
           harness::plot_curves(harness::curves_of(rows, "step", "radius", "median_ms"))},
      file);
}

// [radii]
int sweep_radii(const Sweep& sweep, const harness::LabOptions& options, Json& document,
                const harness::Session& session) {
  using enum harness::Table::Align;
  using namespace std::string_literals;
  const std::string untiled = "v2", tiled = "v4"; // these two are compared
  harness::Table table({{"radius", right}, {"step"}, {"median", right}, {"v2 / v4", right}});
  std::optional<int> crossover;
  for (int radius = 1; radius <= (options.quick ? 2 : 8); ++radius) {
    Sweep one = sweep;
    one.radius = radius;
    const std::unique_ptr<Filter> problem =
        problem_for(one, "snn", sweep.sizes.empty() ? "" : sweep.sizes.front(), options.seed);
    problem->upload(session);
    std::map<std::string, double> ms;
    const std::vector<harness::Step> steps = problem->steps();
    for (const std::string& id : {untiled, tiled, "v6"s, "v8"s, "v9"s}) {
      const harness::Step& step = harness::step_named(steps, id);
      try {
        const harness::Prepared prepared = harness::prepare_verified(*problem, step, session);
        common::Samples samples;
        for (const common::Stopwatch watch; samples.values.size() < 5 || watch.seconds() < 0.1;)
          samples.values.push_back(common::event_times(prepared.run().front()).execution_ms());
        ms[id] = samples.median();
        document["rows"].push_back({{"radius", radius},
                                    {"step", step.id + " " + step.name},
                                    {"median_ms", samples.median()}});
        table.add({std::to_string(radius), step.id + " " + step.name,
                   harness::duration_text(samples.median()),
                   id == tiled ? fmt::format("{:.2f}", ms[untiled] / ms[tiled]) : ""});
      } catch (const common::Skip& reason) {
        fmt::print("skipped: {}, radius {}: {}\n", step.id, radius, reason.what());
      }
    }
    if (!crossover && ms.count(tiled) == 1 && ms[tiled] < ms[untiled])
      crossover = radius;
  }
  fmt::print("{}{}\n", table.text(),
             crossover ? fmt::format("The tile pays from radius {} on.", *crossover)
                       : "The tile pays at none of these radii.");
  document["crossover"] = crossover ? Json(*crossover) : Json(nullptr);
  return common::exit_passed;
}
// [/radii]

void write_times(const std::string& directory, const std::string& name,
                 const common::Samples& samples) {
  std::string text;
  for (const double ms : samples.values)
    text += fmt::format("{:.6f}\n", ms);
  std::filesystem::create_directories(directory);
  common::write_text(std::filesystem::path(directory) / (name + ".txt"), text);
}

// One picture in all shapes of ranges with so many dimensions.
void sweep_shapes(const Sweep& sweep, const Filter& problem, const std::string& step,
                  int dimensions, const harness::Session& session, bool quick, Json& document) {
  const cl::Buffer output(session.context, CL_MEM_READ_WRITE, problem.output_bytes());
  std::vector<cl::Memory> keep;
  const auto build = [&](const std::string& file, const std::string& function,
                         const std::string& build_options) {
    return cl::Kernel(
        common::build_kernel_file(session.context, session.device, file, build_options),
        function.c_str());
  };
  std::vector<Command> commands =
      commands_for(problem, step, dimensions, {}, build, session.context, output, keep);
  document["queries"] = queries(session.device, commands);
  const bool tile = commands.front().tile_argument >= 0;
  std::vector<Shape> shapes = shapes_for(
      dimensions,
      std::min(limit_of(session.device, commands), quick ? std::size_t{4} : std::size_t{1} << 20),
      session.device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>());
  if (!tile)
    shapes.insert(shapes.begin(), Shape{});
  harness::Progress progress(fmt::format("{} {}-D", sweep.what, dimensions));
  for (const Shape& shape : shapes) {
    progress.show(text_of(shape));
    bool fits = true;
    for (Command& command : commands) {
      if (tile) {
        const std::size_t bytes = command.tile_bytes(range_of(shape), problem.setup().radius);
        fits = bytes <= session.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
        if (fits)
          command.kernel.setArg(static_cast<cl_uint>(command.tile_argument), cl::Local(bytes));
      }
      const cl::NDRange local = range_of(shape);
      fits = fits &&
             (shape.empty() || common::launch_problem(session.device, command.kernel,
                                                      common::round_up(command.work, local), local)
                                   .empty());
    }
    if (!fits)
      continue;
    const common::Samples samples =
        measure(problem, session, commands, output, shape, quick ? 0.01 : 0.05);
    document["rows"].push_back({{"size", problem.size()},
                                {"dimensions", dimensions},
                                {"shape", text_of(shape)},
                                {"z", shape.size() == 3 ? shape[2] : 1},
                                {"median_ms", samples.median()},
                                {"runs", samples.values.size()}});
    if (!sweep.times.empty())
      write_times(
          sweep.times,
          fmt::format("{}_{}_{}d_{}", sweep.what, problem.size(), dimensions, text_of(shape)),
          samples);
  }
}

// A colour for each direction, around the circle of colours: 0 is red. The stronger the response, the brighter.
common::Image directions_in_colour(const Filter& problem, std::span<const float> got) {
  common::Image image{problem.image().width, problem.image().height, 3, {}};
  float largest = 1.0F;
  for (std::size_t k = 0; k + 1 < got.size(); k += 2)
    largest = std::max(largest, got[k]);
  for (std::size_t k = 0; k + 1 < got.size(); k += 2)
    for (int c = 0; c < 3; ++c) {
      const double turn = static_cast<double>(got[k + 1]) / Setup::directions - c / 3.0;
      const double light = 0.5 + 0.5 * std::cos(2.0 * std::numbers::pi * turn);
      const double strength = std::clamp(2.0 * static_cast<double>(got[k] / largest), 0.0, 1.0);
      image.pixels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * light * strength)));
    }
  return image;
}

} // namespace

const std::vector<std::string>& sweep_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, unused] : kernels)
      all.push_back(name);
    all.push_back("radii");
    return all;
  }();
  return names;
}

// [shapes]
std::vector<Shape> shapes_for(int dimensions, std::size_t limit,
                              const std::vector<std::size_t>& most) {
  std::vector<Shape> shapes;
  for (std::size_t z = 1; z <= (dimensions < 3 ? 1 : std::min<std::size_t>(4, most.at(2))); z *= 2)
    for (std::size_t y = 1; y <= (dimensions < 2 ? 1 : most.at(1)) && y * z <= limit; y *= 2)
      for (std::size_t x = 1; x <= most.at(0) && x * y * z <= limit; x *= 2) {
        Shape shape{x, y, z};
        shape.resize(static_cast<std::size_t>(dimensions));
        shapes.push_back(shape);
      }
  return shapes;
}
// [/shapes]

int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line) {
  if (!sweep.measured.empty()) {
    const Json document = harness::read_json(sweep.measured);
    if (sweep.what == "radii")
      draw_radii(document.at("rows"), sweep.plot + "_radii.svg");
    else
      draw_all(document, sweep.plot);
    return common::exit_passed;
  }
  const harness::Session session(common::pick_device(options.device));
  Json document = harness::result_document("20_image_filters", command_line, session.device);
  document["sweep"] = sweep.what;
  document["rows"] = Json::array();
  if (sweep.what == "radii") {
    sweep_radii(sweep, options, document, session);
  } else {
    const auto& [filter, step] = kernels.at(sweep.what);
    document["summary"] = Json::array();
    using enum harness::Table::Align;
    harness::Table table({{"picture"},
                          {"range"},
                          {"shapes", right},
                          {"best"},
                          {"", right},
                          {"no local size", right},
                          {"worst"},
                          {"", right}});
    for (const std::string& size :
         sweep.sizes.empty() ? std::vector<std::string>{""} : sweep.sizes) {
      const std::unique_ptr<Filter> problem = problem_for(sweep, filter, size, options.seed);
      problem->upload(session);
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        if (sweep.dimensions != 0 && sweep.dimensions != dimensions)
          continue;
        const std::size_t before = document["rows"].size();
        try {
          sweep_shapes(sweep, *problem, step, dimensions, session, options.quick, document);
        } catch (const common::UsageError& reason) {
          fmt::print("{}-D: {}\n", dimensions, reason.what());
          continue;
        }
        const Summary s = summary_of(document["rows"], problem->size(), dimensions);
        const auto ms = [](const Json* row) {
          return row == nullptr ? "" : harness::duration_text((*row)["median_ms"].get<double>());
        };
        const auto shape = [](const Json* row) {
          return row == nullptr ? std::string() : (*row)["shape"].get<std::string>();
        };
        table.add({problem->size(), fmt::format("{}-D", dimensions),
                   std::to_string(document["rows"].size() - before), shape(s.best), ms(s.best),
                   ms(s.none), shape(s.worst), ms(s.worst)});
        Json row = {{"filter", sweep.what},
                    {"size", problem->size()},
                    {"range", fmt::format("{}-D", dimensions)}};
        for (const auto& [name, found] :
             {std::pair("best", s.best), {"none", s.none}, {"worst", s.worst}})
          if (found != nullptr) {
            row[name] = shape(found);
            row[std::string(name) + "_ms"] = (*found)["median_ms"];
          }
        document["summary"].push_back(row);
      }
    }
    for (const auto& [name, value] : document["queries"].items())
      fmt::print("{}: {}\n", name, value.dump());
    fmt::print("{}", table.text());
  }
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  if (!sweep.plot.empty()) {
    if (sweep.what == "radii")
      draw_radii(document["rows"], sweep.plot + "_radii.svg");
    else
      draw_all(document, sweep.plot);
  }
  return common::exit_passed;
}

// [picture]
int filter_picture(const std::string& filter, const Sweep& sweep, const std::string& output,
                   const harness::LabOptions& options) {
  const harness::Session session(common::pick_device(options.device));
  const std::unique_ptr<Filter> problem = problem_for(sweep, filter, "", options.seed);
  problem->upload(session);
  const harness::Step step = problem->steps().front();
  const harness::Prepared prepared = harness::prepare_verified(*problem, step, session);
  std::vector<std::byte> bytes(problem->output_bytes());
  session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, bytes.size(), bytes.data());
  const std::span floats(reinterpret_cast<const float*>(bytes.data()), bytes.size() / 4);
  common::Image image = problem->image();
  if (problem->setup().kind == Kind::gabor)
    image = directions_in_colour(*problem, floats);
  else
    for (std::size_t k = 0; k < image.pixels.size(); ++k)
      image.pixels[k] =
          problem->setup().kind == Kind::median
              ? std::to_integer<std::uint8_t>(bytes[k])
              : static_cast<std::uint8_t>(std::lround(std::clamp(floats[k], 0.0F, 255.0F)));
  common::save_image(output, image);
  fmt::print("verified: {} by {}, radius {}\n", output, step.id, problem->setup().radius);
  return common::exit_passed;
}
// [/picture]

} // namespace filters
