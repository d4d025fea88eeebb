// An unfair comparison, shown and mended.

#include "gaussians.hpp"

#include "common/error.hpp"
#include "harness/device.hpp"
#include "harness/experiment.hpp"
#include "harness/float_image.hpp"
#include "harness/options.hpp"
#include "harness/report.hpp"
#include "harness/session.hpp"

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
  const auto step = std::find_if(steps.begin(), steps.end(),
                                 [&](const harness::Step& one) { return one.id == id; });
  Outcome outcome;
  harness::Prepared prepared;
  try {
    prepared = harness::prepare_step(problem, *step, session);
  } catch (const common::Skip& reason) {
    outcome.skipped = reason.what();
    return outcome;
  }
  if (const std::string wrong = harness::verify_step(problem, prepared, session); !wrong.empty())
    throw common::Error(fmt::format("{} ({}): {}", step->id, step->name, wrong));

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

} // namespace

int compare_gaussians(const harness::ImageF& picture, const harness::LabOptions& options,
                      const std::string& command_line) {
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
                        {"v3", right},
                        {"v5", right},
                        {"mean", right},
                        {"cut to", right},
                        {"their sum", right},
                        {"v5, cut", right},
                        {"mean", right}});
  std::vector<std::string> skipped;
  const auto text = [](double value, const std::string& as_text) {
    return std::isnan(value) ? "-" : as_text;
  };
  const auto json = [](double value) {
    return std::isnan(value) ? nlohmann::json(nullptr) : nlohmann::json(value);
  };
  const std::vector<double> sigmas =
      options.quick ? std::vector<double>{2, 12} : std::vector<double>{2, 4, 8, 12, 16, 20, 24};
  for (const double sigma : sigmas) {
    // [fair]
    Convolution all({gaussian(sigma), Border::reflect}, picture);
    all.upload(session);
    const Outcome v3 = run_step(all, "v3", session);
    const Outcome v5 = run_step(all, "v5", session);
    Convolution cut({cut_gaussian(sigma), Border::reflect}, picture);
    cut.upload(session);
    const Outcome v5_cut = run_step(cut, "v5", session);
    // [/fair]
    const Filter& whole = all.operands().setup.filter;
    const Filter& part = cut.operands().setup.filter;
    table.add({fmt::format("{}", sigma), fmt::format("{}", whole.weights.size()),
               text(v3.ms, harness::duration_text(v3.ms)),
               text(v5.ms, harness::duration_text(v5.ms)),
               text(v3.brightness, fmt::format("{:.3f}", v3.brightness)),
               fmt::format("{}", part.weights.size()), fmt::format("{:.3f}", part.sum()),
               text(v5_cut.ms, harness::duration_text(v5_cut.ms)),
               text(v5_cut.brightness, fmt::format("{:.3f}", v5_cut.brightness))});
    document["rows"].push_back({{"sigma", sigma},
                                {"weights", whole.weights.size()},
                                {"v3_ms", json(v3.ms)},
                                {"v5_ms", json(v5.ms)},
                                {"brightness", json(v3.brightness)},
                                {"cut_weights", part.weights.size()},
                                {"cut_sum", part.sum()},
                                {"cut_v5_ms", json(v5_cut.ms)},
                                {"cut_brightness", json(v5_cut.brightness)}});
    for (const auto& [name, outcome] :
         {std::pair{"v3", &v3}, std::pair{"v5", &v5}, std::pair{"v5, cut", &v5_cut}})
      if (!outcome->skipped.empty())
        skipped.push_back(fmt::format("sigma {}, {}: {}", sigma, name, outcome->skipped));
  }
  fmt::print("{}", table.text());
  for (const std::string& line : skipped)
    fmt::print("skipped: {}\n", line);
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  return common::exit_passed;
}

} // namespace convolution
