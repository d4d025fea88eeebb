// An unfair comparison, shown and mended.

#include "gaussians.hpp"

#include "common/error.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/options.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "recipe.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace convolution {
namespace {

double mean(const std::vector<float>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// What became of one step with one filter.
struct Outcome {
  double ms = NAN;
  double brightness = NAN;
  std::string skipped; ///< why it did not run
};

Outcome run_step(const Convolution& problem, const std::string& id,
                 const harness::Session& session) {
  const std::vector<harness::Step> steps = problem.steps();
  Outcome outcome;
  harness::Prepared prepared;
  try {
    prepared = harness::prepare_verified(problem, harness::step_named(steps, id), session);
  } catch (const common::Skip& reason) {
    outcome.skipped = reason.what();
    return outcome;
  }

  common::Samples samples;
  const common::Stopwatch watch;
  do {
    const std::vector<cl::Event> events = prepared.run();
    session.queue.finish();
    samples.values.push_back(harness::elapsed_ms(events));
  } while (watch.seconds() < 0.3 && samples.values.size() < 9);
  outcome.ms = samples.median();

  std::vector<float> output(problem.output_bytes() / sizeof(float));
  session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(),
                                  output.data());
  outcome.brightness = mean(output);
  return outcome;
}

// A curve for each of the early steps, as in the book.
void draw_curves(const nlohmann::json& document, const std::string& file) {
  std::vector<harness::Curve> curves;
  for (const auto& [column, title] : {std::pair("v1_ms", "v1"),
                                      {"v3_ms", "v3: sum in a register"},
                                      {"v4_ms", "v4: filter in constant memory"},
                                      {"v5_ms", "v5: tile, all weights"},
                                      {"cut_v5_ms", "v5, cut"}}) {
    curves.push_back({title});
    for (const auto& row : document["rows"])
      if (row.contains(column) && !row[column].is_null())
        curves.back().points +=
            fmt::format("{} {}\n", row["sigma"].get<double>(), row[column].get<double>());
  }
  harness::draw_plot(
      {"Gaussians at 512 x 512: time against sigma",
       "set logscale y\nset format y '%g'\nset key right bottom\nset xlabel 'sigma'\n"
       "set ylabel 'milliseconds'\n" +
           harness::plot_curves(curves)},
      file);
}

} // namespace

int compare_gaussians(const harness::ImageF& picture, const harness::LabOptions& options,
                      const std::string& plot_file, const std::string& command_line) {
  const harness::Session session(common::pick_device(options.device));
  nlohmann::json document =
      harness::result_document("16_convolution", command_line, session.device);
  document["picture"] = {
      {"width", picture.width}, {"height", picture.height}, {"brightness", mean(picture.pixels)}};

  fmt::print("Gaussians at {}x{} on {}\nthe picture's mean is {:.3f}\n\n", picture.width,
             picture.height, common::describe(session.device), mean(picture.pixels));
  using enum harness::Table::Align;
  harness::Table table({{"sigma", right},
                        {"weights", right},
                        {"v1", right},
                        {"v3", right},
                        {"v4", right},
                        {"v5", right},
                        {"mean", right},
                        {"cut to", right},
                        {"not 0", right},
                        {"their sum", right},
                        {"v5, cut", right},
                        {"v5b, cut", right},
                        {"mean", right}});
  std::string skipped;
  const auto json = [](double value) {
    return std::isnan(value) ? nlohmann::json(nullptr) : nlohmann::json(value);
  };
  const auto brightness = [](const Outcome& one) {
    return std::isnan(one.brightness) ? "-" : fmt::format("{:.3f}", one.brightness);
  };
  for (const double sigma :
       options.quick ? std::vector<double>{2, 12} : std::vector<double>{2, 4, 8, 12, 16, 20, 24}) {
    nlohmann::json row{{"sigma", sigma}};
    std::vector<std::string> cells{fmt::format("{}", sigma)};
    // Runs these steps with one filter; the last of them tells how bright its output is.
    const auto run = [&](const Convolution& problem, const std::string& kind,
                         const std::vector<std::string>& steps) {
      Outcome one;
      for (const std::string& id : steps) {
        one = run_step(problem, id, session);
        row[kind + id + "_ms"] = json(one.ms);
        cells.push_back(std::isnan(one.ms) ? "-" : harness::duration_text(one.ms));
        if (!one.skipped.empty())
          skipped += fmt::format("skipped: sigma {}, {}{}: {}\n", sigma, kind, id, one.skipped);
      }
      return one;
    };
    // [fair]
    Convolution all({gaussian(sigma), Border::reflect}, picture);
    all.upload(session);
    row["weights"] = all.operands().setup.filter.weights.size();
    cells.push_back(row["weights"].dump());
    const Outcome whole = run(all, "", {"v1", "v3", "v4"});
    run(all, "", {"v5"});
    Convolution cut({cut_gaussian(sigma), Border::reflect}, picture);
    cut.upload(session);
    // [/fair]
    const Filter& part = cut.operands().setup.filter;
    row["brightness"] = json(whole.brightness);
    row["cut_weights"] = part.weights.size();
    row["cut_not_zero"] = weight_list(part, 0).weights.size();
    row["cut_sum"] = part.sum();
    cells.insert(cells.end(), {brightness(whole), row["cut_weights"].dump(),
                               row["cut_not_zero"].dump(), fmt::format("{:.3f}", part.sum())});
    const Outcome dark = run(cut, "cut_", {"v5", "v5b"});
    row["cut_brightness"] = json(dark.brightness);
    cells.push_back(brightness(dark));
    table.add(cells);
    document["rows"].push_back(row);
  }
  fmt::print("{}{}", table.text(), skipped);
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  if (!plot_file.empty())
    draw_curves(document, plot_file);
  return common::exit_passed;
}

} // namespace convolution
