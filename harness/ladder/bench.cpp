// --check, --bench and the run without a mode: verifying and timing steps and peers.
//
// A measurement has a budget of seconds. What a row will take is known from a smaller size, and then from its second run; of
// that follows how often it is run, in rounds with all others, until the time is over. A row too slow for many runs keeps the
// time of the one that verified it, and one too slow for even that is verified at the smaller size only.

#include "harness/ladder/budget.hpp"
#include "harness/ladder/modes.hpp"

#include "common/error.hpp"
#include "harness/lab/measure.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace harness::ladder {
using namespace common;
namespace {

using Json = nlohmann::json;

// Seconds that a row takes for a unit of work, by Row::who(), from the runs so far.
using Pace = std::map<std::string, double>;

double work(const Cost& cost) {
  return cost.flop + cost.bytes;
}

// Seconds of one run of a verified row. The first one takes longer (a compiler, a library that starts): there is a second
// one if the first leaves time for it.
double seconds_of_a_run(Row& row, const Budget& budget) {
  if (row.times.device_seconds() > 0.25 * budget.left())
    return row.times.device_seconds();
  row.run();
  return row.times.host_seconds();
}

// What each row takes at a smaller size, and whether it is right there; for those of which that is not known yet.
void explore(SizeResult& small, Pace& pace, const Session& session, const Budget& budget,
             Progress& progress) {
  for (Row* const row : small.in_order()) {
    if (budget.left() <= 0.0)
      return;
    if (pace.count(row->who()) > 0)
      continue;
    progress.show(fmt::format("trying {} at {}{}", row->who(), small.size, budget.text()));
    judge(*row, *small.problem, session);
    if (row->is_verified())
      pace[row->who()] = seconds_of_a_run(*row, budget) / work(small.cost);
  }
}

// Interleaved: every row is timed a little in each round, so that a slow moment of the machine
// (another program, a hot processor) falls upon all of them and not on one.
void time_in_rounds(const std::vector<Row*>& rows, const Repetition& repetition,
                    const Budget& budget, Progress& progress) {
  struct Timed {
    Row* row;
    int samples;
  };
  std::vector<Timed> all;
  for (Row* const row : rows) {
    if (budget.left() <= 0.0)
      break;
    progress.show(fmt::format("warming up {}{}", row->who(), budget.text()));
    row->run();
    all.push_back({row, calibrated_samples(row->times.host_seconds(), repetition)});
    // What came before does not count.
    row->times.keep_last();
  }
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    progress.show(fmt::format("timing, round {} of {}{}", round + 1, rounds, budget.text()));
    for (const Timed& timed : all)
      for (int i = timed.samples * round / rounds;
           i < timed.samples * (round + 1) / rounds && budget.left() > 0.0; ++i)
        timed.row->run();
  }
  for (const Timed& timed : all)
    timed.row->times.drop_first(1);
}

// Rows whose samples lie far apart are measured again, a few times at most; the steadier times count.
void repeat_restless(const std::vector<Row*>& rows, const Repetition& repetition, int attempts,
                     const Budget& budget, Progress& progress) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    double seconds = 0.0;
    std::vector<Row*> restless;
    for (Row* const row : rows)
      if (is_restless(row->times)) {
        seconds += std::max(repetition.target_seconds,
                            (2 + repetition.min_samples) * row->times.host_seconds());
        if (seconds < budget.left())
          restless.push_back(row);
      }
    std::vector<Times> before;
    for (const Row* const row : restless)
      before.push_back(row->times);
    time_in_rounds(restless, repetition, budget, progress);
    for (std::size_t i = 0; i < restless.size(); ++i)
      if (Times& times = restless[i]->times;
          times.ms.values.size() < static_cast<std::size_t>(repetition.min_samples) ||
          middle_spread(before[i].ms) < middle_spread(times.ms))
        times = before[i];
  }
}

// Seconds for one run of a row, as far as that is known; 0 where it is not.
using Expected = std::function<double(const Row&)>;

// Verifies the row where the budget allows that.
void verify_within(Row& row, const SizeResult& result, double expected, const SizeResult* small,
                   const Session& session, const Budget& budget, Progress& progress) {
  const Row* smaller = nullptr;
  if (small)
    for (const Row& other : small->rows)
      if (other.who() == row.who())
        smaller = &other;
  constexpr double margin = 5.0; // what outgrows a cache takes longer than its work says
  if (smaller && smaller->status == Status::failed) {
    row.status = Status::failed;
    row.reason = fmt::format("at {}: {}", small->size, smaller->reason);
  } else if (is_interrupted()) {
    row.reason = "interrupted";
  } else if (budget.left() <= std::max(0.0, margin * expected)) {
    row.reason = fmt::format("no time was left for it{}; --seconds gives it more",
                             smaller && smaller->is_verified()
                                 ? fmt::format(": right at {}, and one run takes about {} here",
                                               small->size, duration_text(1e3 * expected))
                                 : "");
  } else {
    progress.show(fmt::format("verifying {}{}", row.who(), budget.text()));
    judge(row, *result.problem, session);
    row.once = row.is_verified(); // until it is timed
    if (row.once)
      seconds_of_a_run(row, budget);
    else
      row.times = {};
  }
}

// Verifies and times the rows of one size: the fastest first, those that are too slow for many runs last.
void measure(SizeResult& result, const Expected& expected, const SizeResult* small,
             Repetition repetition, int attempts, const Session& session, const Budget& budget,
             Progress& progress) {
  std::vector<Row*> order = result.in_order();
  std::stable_sort(order.begin(), order.end(),
                   [&](const Row* a, const Row* b) { return expected(*a) < expected(*b); });
  // What one row may take for all of its runs, so that a slow one does not use up the time of ten others.
  const double for_all = 0.6 * budget.left();
  const double share = std::max(0.25 * for_all, for_all / static_cast<double>(order.size()));
  const auto seconds_of_all = [&](double one) { return (4 + repetition.min_samples) * one; };
  const auto verify = [&](Row* row) {
    verify_within(*row, result, expected(*row), small, session, budget, progress);
  };
  double planned = 0.0;
  const auto slow = std::find_if(order.begin(), order.end(), [&](const Row* row) {
    planned += seconds_of_all(expected(*row));
    return seconds_of_all(expected(*row)) > share || planned > for_all;
  });
  std::for_each(order.begin(), slow, verify);
  std::vector<Row*> timed; // now the time of a run is known better
  std::copy_if(order.begin(), slow, std::back_inserter(timed), [&](const Row* row) {
    return row->is_verified() && seconds_of_all(row->times.device_seconds()) <= share;
  });
  repetition.target_seconds =
      std::min(repetition.target_seconds,
               for_all / static_cast<double>(std::max(timed.size(), std::size_t{1})));
  time_in_rounds(timed, repetition, budget, progress);
  for (Row* const row : timed)
    row->once = row->times.ms.values.size() < 2;
  std::for_each(slow, order.end(), verify);
  repeat_restless(timed, repetition, attempts, budget, progress);
  for (Row& row : result.rows)
    if (row.once)
      row.times.keep_last();
}

// What the rows took, for the next size.
void note_pace(Pace& pace, const SizeResult& result, const Expected& expected) {
  for (const Row& row : result.rows) {
    const Times& times = row.times;
    if (!row.is_verified() || times.ms.values.empty())
      continue;
    const Samples& host = times.wall_ms.values.empty() ? times.ms : times.wall_ms;
    // The wall time of a first run may be a compiler's.
    const double seconds = row.once ? expected(row) : 1e-3 * host.median();
    pace[row.who()] = std::max(seconds, 1e-3 * times.ms.median()) / work(result.cost);
  }
}

} // namespace

int verify_and_time(const CaseStudy& study, const LadderOptions& options,
                    const std::string& command_line, const std::vector<std::string>& sizes) {
  const bool timed = !options.check;
  const Session session(pick_device(options.program.device));
  fmt::print("{} on {}\n", study.chapter, describe(session.device));
  std::fflush(stdout);

  Json document{{"chapter", study.chapter},     {"date", today()},
                {"command", command_line},      {"device", device_json(session.device)},
                {"seed", options.program.seed}, {"rows", Json::array()},
                {"peers", Json::array()}};
  // A tour wants an impression, a measurement wants certainty.
  const Repetition repetition = options.bench           ? Repetition{0.7, 7, 200}
                                : options.program.quick ? Repetition{0.05, 3, 20}
                                                        : Repetition{0.3, 5, 100};
  const int attempts = !options.record_file.empty() ? 5
                       : options.bench              ? 2
                                                    : 0; // more of rows whose times are restless
  std::optional<Interruptible> interruptible;
  if (timed)
    interruptible.emplace();
  const Budget whole(timed ? options.seconds : std::numeric_limits<double>::infinity());
  Ceilings ceilings;
  if (timed && !options.program.quick) {
    ceilings = measure_ceilings(session);
    fmt::print("measured ceilings: copy {:.1f} GB/s, multiply-add {:.0f} GFLOP/s\n",
               ceilings.copy_gbps, ceilings.fma_gflops);
  }
  Pace pace;
  Json ceilings_by_size = Json::array();
  std::vector<SizeResult> results;
  std::vector<std::string> restless;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    // What a size leaves of its share, the next ones get.
    const Budget budget(whole.left() / static_cast<double>(sizes.size() - i));
    Progress progress(fmt::format("{} {}:", study.chapter, sizes[i]));
    SizeResult result = rows_at(study, options, session, sizes[i]);
    std::optional<SizeResult> small;
    if (timed &&
        work(result.cost) >
            4.0 * work(study.make(study.default_sizes.front(), options.program.seed)->cost())) {
      small = rows_at(study, options, session, study.default_sizes.front());
      explore(*small, pace, session, Budget(0.3 * budget.left()), progress);
    }
    const auto expected = [&](const Row& row) {
      const auto known = pace.find(row.who());
      return known == pace.end() ? 0.0 : known->second * work(result.cost);
    };
    if (timed) {
      measure(result, expected, small ? &*small : nullptr, repetition, attempts, session, budget,
              progress);
    } else {
      for (Row* const row : result.in_order()) {
        progress.show(fmt::format("verifying {}", row->who()));
        judge(*row, *result.problem, session);
        row->times = {};
      }
    }
    note_pace(pace, result, expected);
    if (ceilings.copy_gbps > 0.0) {
      progress.show("measuring the ceilings");
      find_ceilings(result, ceilings, session);
      ceilings_by_size.push_back(json_of_ceilings(result));
    }
    progress.show("");
    print_result(study, result, timed);
    std::fflush(stdout);
    add_json(document, result);
    const std::vector<std::string> of_size = restless_rows(result);
    restless.insert(restless.end(), of_size.begin(), of_size.end());
    release(result); // a large size needs the room
    results.push_back(std::move(result));
    // Of a reader's own kernel the first failure is the one to mend.
    if (!options.kernel.empty() && exit_code_of(results) == exit_failed)
      break;
  }
  if (ceilings.copy_gbps > 0.0)
    document["ceilings"] = {{"copy_gbps", ceilings.copy_gbps},
                            {"fma_gflops", ceilings.fma_gflops},
                            {"by_size", ceilings_by_size}};
  if (is_interrupted())
    document["interrupted"] = true;
  if (!options.program.json_file.empty())
    write_json(options.program.json_file, document);
  const int code = exit_code_of(results);
  if (!options.record_file.empty() && code != exit_failed)
    write_record(options.record_file, document, restless, is_interrupted());
  return is_interrupted() && code != exit_failed ? exit_interrupted : code;
}

} // namespace harness::ladder
