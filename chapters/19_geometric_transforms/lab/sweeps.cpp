// Experiments: the holes of the forward map, time against angle, the four matrices of the thesis, how good the filters are,
// and what is left of a place far away.

#include "sweeps.hpp"

#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace transforms {
namespace {

using Json = nlohmann::json;
using harness::ImageF;
using harness::Session;

cl::NDRange all_of(int width, int height) {
  return {static_cast<std::size_t>(width), static_cast<std::size_t>(height)};
}

ImageF picture(int width, int height, int channels, const std::vector<double>& values) {
  return {width, height, channels, std::vector<float>(values.begin(), values.end())};
}

constexpr int gap = 8; // between the panels of a sheet

// The panels beside each other, in rows of `columns`; those of one row have the same height.
common::Image contact_sheet(const std::vector<ImageF>& panels, std::size_t columns) {
  common::Image sheet{0, 0, 4, {}};
  const int w = panels.front().width, h = panels.front().height;
  const auto rows = static_cast<int>((panels.size() + columns - 1) / columns);
  sheet.width = static_cast<int>(columns) * (w + gap) - gap;
  sheet.height = rows * (h + gap) - gap;
  sheet.pixels.assign(4 * static_cast<std::size_t>(sheet.width * sheet.height), 255);
  for (std::size_t n = 0; n < panels.size(); ++n) {
    const common::Image panel = common::with_channels(harness::to_bytes(panels[n]), 4);
    const int left = static_cast<int>(n % columns) * (w + gap),
              top = static_cast<int>(n / columns) * (h + gap);
    for (int y = 0; y < panel.height; ++y)
      std::copy_n(panel.pixels.begin() + 4 * y * panel.width, 4 * panel.width,
                  sheet.pixels.begin() + 4 * ((top + y) * sheet.width + left));
  }
  return common::with_channels(sheet, 3);
}

// A part of the panorama, as large as the matrices of the thesis want it, in colour and opaque.
ImageF thesis_picture(int width, int height) {
  const ImageF panorama = harness::to_float(
      harness::load_picture(common::find_data("images/scene_2048x1024.png").string(), 4));
  const double ratio = 1024.0 / height;
  return picture(width, height, 4,
                 warp_in_double(panorama, move(720, 0) * scale(ratio, ratio), width, height,
                                Filter::linear, 4));
}

void save(const std::string& file, const common::Image& image) {
  if (!file.empty())
    common::save_image(file, image);
}

// Runs a step, waits for it, and returns the time of its kernels in milliseconds.
double finish(const Session& session, const harness::Prepared& prepared) {
  const std::vector<cl::Event> events = prepared.run();
  session.queue.finish();
  return std::accumulate(events.begin(), events.end(), 0.0, [](double sum, const cl::Event& event) {
    return sum + common::event_times(event).execution_ms();
  });
}

// The time of all kernels of a run, in milliseconds: the median, and how far the middle of the times is spread.
std::pair<double, double> kernel_ms(const Session& session, const harness::Prepared& prepared,
                                    double seconds) {
  common::Samples samples;
  for (const common::Stopwatch watch;
       samples.values.size() < 1000 && (samples.values.size() < 3 || watch.seconds() < seconds);) {
    samples.values.push_back(finish(session, prepared));
  }
  return {samples.median(), harness::middle_spread(samples)};
}

// [holes]
Json holes(const Session& session, const Sweep& sweep, const harness::LabOptions& options) {
  Json rows = Json::array();
  harness::Table table({{"map"},
                        {"hit by none", harness::Table::Align::right},
                        {"by several", harness::Table::Align::right}});
  const int side = options.quick ? 64 : sweep.size;
  const cl::Program program = common::build_kernel_file(session.context, session.device,
                                                        "19_geometric_transforms/forward.cl");
  for (const auto& [degrees, enlarge] :
       {std::pair(20.0, 1.0), std::pair(45.0, 1.0), std::pair(0.0, 1.5), std::pair(20.0, 2.0)}) {
    const Matrix forward = inverse(transform("rotation", side, side, degrees, enlarge));
    const std::vector<float> floats(forward.m.begin(), forward.m.end());
    const std::size_t count = harness::numbers(side, side, 1);
    const cl::Buffer matrix(session.context, CL_MEM_READ_ONLY, 9 * sizeof(float));
    session.queue.enqueueWriteBuffer(matrix, CL_TRUE, 0, 9 * sizeof(float), floats.data());
    const cl::Buffer hits(session.context, CL_MEM_READ_WRITE, 4 * count),
        last(session.context, CL_MEM_READ_WRITE, 4 * count);
    session.queue.enqueueFillBuffer(hits, cl_int{0}, 0, 4 * count);
    session.queue.enqueueFillBuffer(last, cl_int{0}, 0, 4 * count);
    cl::Kernel scatter(program, "scatter");
    common::set_args(scatter, side, side, matrix, hits, last);
    const cl::NDRange local = common::fit_local_size(session.device, scatter, {16, 16});
    session.queue.enqueueNDRangeKernel(scatter, cl::NullRange,
                                       common::round_up(all_of(side, side), local), local);
    std::vector<cl_int> counted(count);
    session.queue.enqueueReadBuffer(hits, CL_TRUE, 0, 4 * count, counted.data());
    // Only outputs that show the input: the inverse map says which.
    std::size_t inside = 0, none = 0, several = 0;
    const Matrix back = inverse(forward);
    for (std::size_t k = 0; k < count; ++k) {
      const Point from = back({static_cast<double>(k % static_cast<std::size_t>(side)),
                               static_cast<double>(k / static_cast<std::size_t>(side))});
      if (from.x < 0.5 || from.y < 0.5 || from.x > side - 1.5 || from.y > side - 1.5)
        continue;
      ++inside;
      none += counted[k] == 0 ? 1 : 0;
      several += counted[k] > 1 ? 1 : 0;
    }
    const auto part = [&](std::size_t n) {
      return static_cast<double>(n) / static_cast<double>(inside);
    };
    const std::string name = fmt::format("{:g} degrees, {:g} times as large", degrees, enlarge);
    rows.push_back({{"map", name}, {"none", part(none)}, {"several", part(several)}});
    table.add({name, fmt::format("{:.1f} %", 100 * part(none)),
               fmt::format("{:.1f} %", 100 * part(several))});
    if (degrees == 20.0 && enlarge == 1.0 &&
        !sweep.output.empty()) { // the middle of the scene, holes and all
      std::vector<cl_int> from(count);
      session.queue.enqueueReadBuffer(last, CL_TRUE, 0, 4 * count, from.data());
      const ImageF scene =
          harness::to_float(common::load_image(common::find_data("images/scene_512.png"), 4));
      const int shown = 240, first = (side - shown) / 2;
      ImageF with_holes{shown, shown, 4, {}}, without{shown, shown, 4, {}};
      for (int y = first; y < first + shown; ++y)
        for (int x = first; x < first + shown; ++x) {
          const int source = from[harness::numbers(side, y, 1) + static_cast<std::size_t>(x)] - 1;
          const Point place = back({1.0 * x, 1.0 * y});
          const int middle = (side - scene.width) / 2; // the scene lies in the middle of the square
          for (int c = 0; c < 4; ++c) {
            const double u = source % side - middle, v = source / side - middle;
            with_holes.pixels.push_back(
                c == 3       ? 1.0F
                : source < 0 ? 1.0F
                             : static_cast<float>(sample(scene, u, v, c, Filter::nearest)));
            without.pixels.push_back(
                c == 3 ? 1.0F
                       : static_cast<float>(sample(scene, place.x - middle, place.y - middle, c,
                                                   Filter::nearest)));
          }
        }
      save(sweep.output, contact_sheet({with_holes, without}, 2));
    }
  }
  fmt::print("{}", table.text());
  return rows;
}
// [/holes]

void draw_angles(const Json& rows, const std::string& svg) {
  harness::draw_plot({"Time against the angle of a rotation",
                      "set key outside right\nset yrange [0:*]\nset xtics 15\nset xlabel 'angle in "
                      "degrees'\nset ylabel 'milliseconds'\n" +
                          harness::plot_curves(harness::curves_of(rows, "step", "angle", "ms"))},
                     svg);
}

// [angles]
Json angles(const Session& session, const Sweep& sweep, const harness::LabOptions& options) {
  Json rows = Json::array();
  const std::vector<std::string> ids =
      sweep.steps.empty() ? std::vector<std::string>{"v4", "v5", "v6", "v7", "i2", "i3", "i4", "i5"}
                          : sweep.steps;
  std::vector<harness::Table::Column> columns{{"angle", harness::Table::Align::right}};
  for (const std::string& id : ids)
    columns.push_back({id, harness::Table::Align::right});
  harness::Table table(columns);
  const int side = options.quick ? 64 : sweep.size;
  for (const double degrees :
       options.quick ? std::vector{0.0, 90.0}
                     : std::vector{0.0, 5.0, 15.0, 30.0, 45.0, 60.0, 75.0, 85.0, 90.0}) {
    Warp problem(transform("rotation", side, side, degrees, 1.0), Filter::linear, side, side, 1,
                 options.seed);
    problem.upload(session);
    std::vector<std::string> cells{fmt::format("{:g}", degrees)};
    const std::vector<harness::Step> steps = problem.steps();
    for (const std::string& id : ids) {
      try {
        const harness::Prepared prepared =
            harness::prepare_verified(problem, harness::step_named(steps, id), session);
        const auto [ms, spread] = kernel_ms(session, prepared, options.quick ? 0.0 : 0.3);
        rows.push_back({{"angle", degrees}, {"step", id}, {"ms", ms}, {"spread", spread}});
        cells.push_back(fmt::format("{:.3g}", ms));
      } catch (const common::Skip&) {
        cells.push_back("-");
      }
    }
    table.add(cells);
  }
  fmt::print("milliseconds, {0}x{0}:\n{1}", side, table.text());
  if (!sweep.plot.empty())
    draw_angles(rows, sweep.plot);
  return rows;
}
// [/angles]

struct ThesisMap {
  const char* name;
  int width, height;
};
constexpr std::array<ThesisMap, 4> thesis_maps{
    {{"A1", 720, 576}, {"A2", 360, 288}, {"H1", 720, 576}, {"H2", 360, 288}}};

constexpr int shown_width = 360, shown_height = 288;

// Half as large where it is large. What is nothing is black here.
ImageF shown_small(const ImageF& image) {
  const double ratio = 1.0 * image.width / shown_width;
  ImageF shown =
      picture(shown_width, shown_height, 4,
              warp_in_double(image, move((ratio - 1) / 2, (ratio - 1) / 2) * scale(ratio, ratio),
                             shown_width, shown_height, Filter::linear));
  for (std::size_t k = 3; k < shown.pixels.size(); k += 4)
    shown.pixels[k] = 1.0F;
  return shown;
}

// The input, and each map with four pixels for an output and with the mean of 64 places. Both pictures of H1 are in the
// first column, below the input, those of the others side by side.
common::Image thesis_sheet() {
  constexpr std::size_t columns = 3;
  std::vector<ImageF> panels(9);
  std::vector<std::string> labels(9);
  const auto put = [&](std::size_t place, const std::string& label, const ImageF& image) {
    labels[place] = label;
    panels[place] = shown_small(image);
  };
  constexpr std::array<std::array<std::size_t, 2>, 4> places{{{1, 2}, {4, 5}, {3, 6}, {7, 8}}};
  put(0, "input", thesis_picture(thesis_maps[0].width, thesis_maps[0].height));
  for (std::size_t k = 0; k < thesis_maps.size(); ++k) {
    const auto& [name, width, height] = thesis_maps[k];
    const ImageF input = thesis_picture(width, height);
    const Matrix matrix = transform(name, width, height, 0.0, 1.0);
    for (const bool mean : {false, true})
      put(places[k][mean], mean ? fmt::format("{}, mean", name) : name,
          picture(width, height, 4,
                  warp_in_double(input, matrix, width, height, Filter::linear, mean ? 8 : 1)));
  }
  common::Image sheet = contact_sheet(panels, columns);
  for (std::size_t k = 0; k < panels.size(); ++k)
    common::write(sheet, static_cast<int>(k % columns) * (shown_width + gap) + 10,
                  static_cast<int>(k / columns) * (shown_height + gap) + 10, labels[k],
                  common::white);
  return sheet;
}

// [thesis]
// The time of the kernel, and of everything: the picture to the device, the kernel, the result back.
Json thesis(const Session& session, const Sweep& sweep, const harness::LabOptions& options) {
  Json rows = Json::array();
  const std::vector<std::string> ids =
      sweep.steps.empty() ? std::vector<std::string>{"v2", "v3", "i2", "i3", "c3"} : sweep.steps;
  using enum harness::Table::Align;
  harness::Table table({{"matrix"},
                        {"step"},
                        {"kernel", right},
                        {"everything", right},
                        {"of which transfers", right}});
  const double seconds = options.quick ? 0.0 : 0.3;
  for (const ThesisMap& map : thesis_maps) {
    Warp problem(transform(map.name, map.width, map.height, 0.0, 1.0), Filter::linear, map.width,
                 map.height, 1, options.seed);
    problem.upload(session);
    const std::vector<harness::Step> steps = problem.steps();
    for (const std::string& id : ids) {
      try {
        const harness::Prepared prepared =
            harness::prepare_verified(problem, harness::step_named(steps, id), session);
        std::vector<float> back(problem.image().pixels.size());
        const cl::array<cl::size_type, 3> region{static_cast<std::size_t>(map.width),
                                                 static_cast<std::size_t>(map.height), 1};
        common::Samples kernel, all;
        for (const common::Stopwatch watch;
             all.values.size() < 1000 && (all.values.size() < 3 || watch.seconds() < seconds);) {
          const common::Stopwatch one;
          if (harness::step_named(steps, id).images)
            session.queue.enqueueWriteImage(problem.image_on_device(), CL_TRUE, {0, 0, 0}, region,
                                            0, 0, problem.image().pixels.data());
          else
            session.queue.enqueueWriteBuffer(problem.input(), CL_TRUE, 0, problem.output_bytes(),
                                             problem.image().pixels.data());
          kernel.values.push_back(finish(session, prepared));
          session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(),
                                          back.data());
          all.values.push_back(one.milliseconds());
        }
        const double ms = kernel.median(), share = 1.0 - ms / all.median();
        rows.push_back({{"matrix", map.name},
                        {"step", id},
                        {"kernel_ms", ms},
                        {"all_ms", all.median()},
                        {"transfers", share}});
        table.add({map.name, id, harness::duration_text(ms), harness::duration_text(all.median()),
                   fmt::format("{:.0f} %", 100 * share)});
      } catch (const common::Skip& reason) {
        fmt::print("skipped: {}, {}: {}\n", map.name, id, reason.what());
      }
    }
  }
  fmt::print("{}", table.text());
  if (!sweep.output.empty())
    save(sweep.output, thesis_sheet());
  return rows;
}
// [/thesis]

// [quality]
// How far each filter is from the mean of 16 x 16 places in the square of each output, for pixels of 0 to 255.
Json quality(const Session&, const Sweep& sweep, const harness::LabOptions& options) {
  Json rows = Json::array();
  using enum harness::Table::Align;
  harness::Table table({{"filter"},
                        {"reads", right},
                        {"A1", right},
                        {"A2", right},
                        {"H1", right},
                        {"H2", right},
                        {"4 times larger", right}});
  struct Method {
    const char* name;
    const char* reads;
    std::function<std::vector<double>(const ImageF&, const Matrix&, int, int)> warp;
  };
  const auto filtered = [](Filter filter, int samples) {
    return [filter, samples](const ImageF& image, const Matrix& map, int w, int h) {
      return warp_in_double(image, map, w, h, filter, samples);
    };
  };
  const std::vector<Method> methods{{"nearest", "1", filtered(Filter::nearest, 1)},
                                    {"linear", "4", filtered(Filter::linear, 1)},
                                    {"cubic", "16", filtered(Filter::cubic, 1)},
                                    {"spline", "16", filtered(Filter::spline, 1)},
                                    {"samples, 2 x 2", "16", filtered(Filter::linear, 2)},
                                    {"samples, 4 x 4", "64", filtered(Filter::linear, 4)},
                                    {"mip", "8", warp_by_halves},
                                    {"summed", "16", warp_by_rectangles}};
  std::map<std::string, Json> by_method;
  std::vector<ImageF> panels;
  const auto compare = [&](const std::string& column, const ImageF& input, const Matrix& map,
                           const std::vector<double>& truth) {
    for (const Method& method : methods) {
      const std::vector<double> got = method.warp(input, map, input.width, input.height);
      double sum = 0.0;
      for (std::size_t k = 0; k < got.size(); ++k)
        sum += (got[k] - truth[k]) * (got[k] - truth[k]);
      by_method[method.name][column] = 255.0 * std::sqrt(sum / static_cast<double>(got.size()));
    }
  };
  for (const ThesisMap& map : thesis_maps) {
    const int shrink = options.quick ? 8 : 1, width = map.width / shrink,
              height = map.height / shrink;
    const ImageF input = harness::to_grey(thesis_picture(width, height));
    const Matrix matrix =
        transform(map.name, map.width, map.height, 0.0, 1.0) * scale(shrink, shrink);
    const Matrix small = scale(1.0 / shrink, 1.0 / shrink) * matrix;
    compare(map.name, input, small,
            warp_in_double(input, small, width, height, Filter::linear, options.quick ? 4 : 16));
  }
  // Enlarged: what the picture was before it became four times smaller.
  const int side = options.quick ? 64 : 512;
  const ImageF chart =
      harness::to_float(common::load_image(common::find_data("images/chart_512.png"), 1));
  const ImageF large =
      picture(side, side, 1,
              warp_in_double(chart, scale(512.0 / side, 512.0 / side), side, side, Filter::linear));
  const ImageF small =
      picture(side, side, 1,
              warp_in_double(large, move(1.5, 1.5) * scale(4, 4), side, side, Filter::linear, 4));
  const Matrix enlarge = scale(0.25, 0.25) * move(-1.5, -1.5);
  compare("enlarged", small, enlarge,
          std::vector<double>(large.pixels.begin(), large.pixels.end()));
  for (const Method& method : methods) {
    Json row = by_method[method.name];
    row["filter"] = method.name;
    row["reads"] = method.reads;
    rows.push_back(row);
    std::vector<std::string> cells{method.name, method.reads};
    for (const char* column : {"A1", "A2", "H1", "H2", "enlarged"})
      cells.push_back(fmt::format("{:.2f}", row.at(column).get<double>()));
    table.add(cells);
  }
  fmt::print(
      "root of the mean squared distance to the mean of 256 places, in levels of 0 to 255:\n{}",
      table.text());
  if (!sweep.output.empty()) { // a detail, twelve times as large and turned, with four filters
    const Matrix detail =
        move(392, 92) * rotate(-12) * scale(1 / 12.0, 1 / 12.0) * move(-120, -120);
    for (const Filter filter : {Filter::nearest, Filter::linear, Filter::cubic, Filter::spline})
      panels.push_back(picture(240, 240, 3,
                               warp_in_double(harness::to_float(common::load_image(
                                                  common::find_data("images/scene_512.png"), 3)),
                                              detail, 240, 240, filter)));
    save(sweep.output, contact_sheet(panels, 4));
  }
  return rows;
}
// [/quality]

// [precision]
// Strips that are turned a little, so that they stay inside: the largest error of a step, in pixels' brightness of 0 to 1.
Json precision(const Session& session, const Sweep&, const harness::LabOptions& options) {
  Json rows = Json::array();
  using enum harness::Table::Align;
  harness::Table table({{"width", right}, {"v5: floats", right}, {"v9: fixed point", right}});
  for (const int width :
       options.quick ? std::vector{1024, 16384} : std::vector{1024, 4096, 16384, 65536, 262144}) {
    const int height = 64;
    Warp problem(transform("rotation", width, height, 0.005, 1.0), Filter::linear, width, height, 1,
                 options.seed);
    problem.upload(session);
    std::vector<std::string> cells{std::to_string(width)};
    Json row{{"width", width}};
    for (const char* id : {"v5", "v9"}) {
      const std::vector<harness::Step> steps = problem.steps();
      const harness::Prepared prepared =
          harness::prepare_step(problem, harness::step_named(steps, id), session);
      prepared.run();
      std::vector<float> got(problem.output_bytes() / sizeof(float));
      session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(),
                                      got.data());
      double worst = 0.0;
      for (std::size_t k = 0; k < got.size(); ++k)
        worst = std::max(worst, std::fabs(got[k] - problem.reference()[k]));
      row[id] = worst;
      cells.push_back(fmt::format("{:.7f}", worst));
    }
    rows.push_back(row);
    table.add(cells);
  }
  fmt::print("the largest error, where pixels are between 0 and 1:\n{}", table.text());
  return rows;
}
// [/precision]

using Run = Json (*)(const Session&, const Sweep&, const harness::LabOptions&);
const std::vector<std::pair<std::string, Run>> sweeps{{"holes", holes},
                                                      {"angles", angles},
                                                      {"thesis", thesis},
                                                      {"quality", quality},
                                                      {"precision", precision}};

} // namespace

const std::vector<std::string>& sweep_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, run] : sweeps)
      all.push_back(name);
    return all;
  }();
  return names;
}

int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line) {
  if (!sweep.measured.empty()) {
    draw_angles(harness::read_json(sweep.measured).at("rows"), sweep.plot);
    return common::exit_passed;
  }
  const Session session(common::pick_device(options.device));
  Json document = harness::result_document("19_geometric_transforms", command_line, session.device);
  for (const auto& [name, run] : sweeps)
    if (name == sweep.name)
      document["rows"] = run(session, sweep, options);
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  return common::exit_passed;
}

} // namespace transforms
