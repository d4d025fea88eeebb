// --tune: searches the best parameter values of each step for this device.

#include "harness/ladder/modes.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/tuning.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <optional>
#include <random>

namespace harness::ladder {
using namespace common;
namespace {

enum class Tuned { remembered, skipped, failed };

Tuned tune_step(const CaseStudy& study, const Problem& problem, const Step& step,
                const Session& session, double seconds, unsigned seed) {
  std::vector<Values> candidates = all_combinations(step.parameters);
  // In random order, so that a search that runs out of time has seen a fair sample.
  std::mt19937 engine(seed);
  std::shuffle(candidates.begin(), candidates.end(), engine);
  // What is used untuned comes first: the search then never ends with something worse.
  candidates.insert(candidates.begin(), step.presets.begin(), step.presets.end());

  Progress progress(fmt::format("{} {}:", study.chapter, step.id));
  const Stopwatch watch;
  std::map<std::string, int> rejected;
  std::optional<Values> best;
  double best_ms = std::numeric_limits<double>::infinity();
  int tried = 0;
  int verified = 0;
  int skipped = 0;
  for (const Values& values : candidates) {
    if (verified > 0 && watch.seconds() > seconds)
      break;
    ++tried;
    progress.show(fmt::format(
        "{} {}/{}  best {}", bar(tried, static_cast<double>(candidates.size()), 20), tried,
        candidates.size(), best ? values_text(*best) + ", " + duration_text(best_ms) : "-"));
    try {
      const Prepared prepared = prepare_step(problem, step, session, values);
      if (const std::string wrong = verify_step(problem, prepared, session); !wrong.empty()) {
        ++rejected["wrong result with " + values_text(values)];
        continue;
      }
      ++verified;
      Samples samples;
      for (int i = 0; i < 5; ++i) {
        samples.values.push_back(elapsed_ms(prepared.run()));
        // Hopeless already: two slow runs are enough to know.
        if (i == 1 && samples.min() > 1.5 * best_ms)
          break;
      }
      if (samples.median() < best_ms) {
        best_ms = samples.median();
        best = values;
      }
    } catch (const Skip& reason) {
      ++skipped;
      ++rejected[reason.what()];
    } catch (const Error& e) {
      ++rejected[std::string(e.what()).substr(0, std::string(e.what()).find('\n'))];
    } catch (const cl::Error& e) {
      ++rejected[error_name(e.err())];
    }
  }
  progress.show("");
  fmt::print("{} ({}): tried {} of {} combinations, {} verified, in {:.1f} s\n", step.id, step.name,
             tried, candidates.size(), verified, watch.seconds());
  for (const auto& [reason, count] : rejected)
    fmt::print("  {:>4} x rejected: {}\n", count, reason);
  if (!best)
    return skipped == tried ? Tuned::skipped : Tuned::failed;
  fmt::print("  best: {} with {}, {:.1f} GFLOP/s\n", values_text(*best), duration_text(best_ms),
             gflops(problem.cost(), best_ms));
  remember_tuned_values(study.chapter, problem.kind(), step.id, session.device, *best, best_ms,
                        problem.size());
  return Tuned::remembered;
}

} // namespace

int tune(const CaseStudy& study, const LadderOptions& options,
         const std::vector<std::string>& sizes) {
  require_tuning_file();
  const Session session(pick_device(options.program.device));
  fmt::print("{} on {}\n", study.chapter, describe(session.device));
  const auto problem = study.make(sizes.back(), options.program.seed);
  problem->upload(session);
  fmt::print("tuning at size {}\n", problem->size());
  std::map<Tuned, int> steps;
  for (const Step& step : chosen_steps(*problem, options.steps))
    if (!step.parameters.empty())
      ++steps[tune_step(study, *problem, step, session, options.tune_seconds,
                        options.program.seed)];
  if (steps.empty())
    throw Skip("none of these steps has parameters to tune.");
  if (steps[Tuned::remembered] > 0)
    fmt::print("remembered in {}\n", tuning_file());
  if (steps[Tuned::failed] > 0)
    throw Error("a step gave no right result with any combination.");
  if (steps[Tuned::remembered] == 0)
    throw Skip("this device can run none of the combinations; nothing is remembered.");
  return exit_passed;
}

} // namespace harness::ladder
