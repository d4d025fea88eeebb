// The modes of a case study (list, check, oclgrind, tune, bench) and their reports.

#include "harness/ladder.hpp"
#include "harness/device.hpp"
#include "harness/measure.hpp"
#include "harness/session.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "harness/oclgrind.hpp"
#include "harness/process.hpp"
#include "harness/report.hpp"
#include "harness/tuning.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>

namespace harness {
namespace {

using Json = nlohmann::json;

enum class Status { verified, skipped, failed };

const char* name_of(Status status) {
  return status == Status::verified ? "verified" : status == Status::skipped ? "skipped" : "failed";
}

// What became of one step at one size.
struct Row {
  Step step;
  Status status = Status::verified;
  std::string reason;
  Prepared prepared;
  Samples event_ms;
  Samples wall_ms;
};

struct PeerRow {
  Peer peer;
  Status status = Status::verified;
  std::string reason;
  Samples ms;
};

struct SizeResult {
  std::string size;
  Cost cost;
  std::unique_ptr<Problem> problem;
  std::vector<Row> rows;
  std::vector<PeerRow> peers;
};

std::vector<Step> chosen_steps(const Problem& problem, const std::vector<std::string>& ids) {
  std::vector<Step> all = problem.steps();
  if (ids.empty())
    return all;
  std::vector<Step> chosen;
  for (const std::string& id : ids) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Step& s) { return s.id == id || s.name == id; });
    if (found == all.end()) {
      std::vector<std::string> known;
      for (const Step& step : all)
        known.push_back(step.id);
      throw UsageError(
          fmt::format("there is no step '{}'; the steps are: {}", id, fmt::join(known, ", ")));
    }
    chosen.push_back(*found);
  }
  return chosen;
}

void print_list(const CaseStudy& study, const LadderOptions& options) {
  const auto problem = study.make(study.quick_sizes.front(), options.program.seed);
  Table table({{"step"}, {"name"}, {"what changes"}});
  Json steps = Json::array();
  for (const Step& step : chosen_steps(*problem, options.steps)) {
    table.add({step.id, step.name, step.change});
    steps.push_back({{"id", step.id},
                     {"name", step.name},
                     {"change", step.change},
                     {"kernel", step.kernel_file}});
  }
  fmt::print("{}", table.text());
  if (!options.program.json_file.empty())
    write_json(options.program.json_file, {{"chapter", study.chapter}, {"steps", steps}});
}

Row verified_row(const CaseStudy& study, const Problem& problem, const Step& step,
                 const Session& session) {
  Row row{step, Status::verified, {}, {}, {}, {}};
  try {
    row.prepared = prepare_step(study.chapter, problem, step, session);
    row.reason = verify_step(problem, row.prepared, session);
    if (!row.reason.empty())
      row.status = Status::failed;
  } catch (const Skip& reason) {
    row.status = Status::skipped;
    row.reason = reason.what();
  } catch (const cl::Error& e) {
    row.status = Status::failed;
    row.reason = explain(e, session.device);
  } catch (const Error& e) {
    row.status = Status::failed;
    row.reason = e.what();
  }
  return row;
}

PeerRow verified_peer(const Problem& problem, const Peer& peer) {
  PeerRow row{peer, Status::verified, {}, {}};
  if (!peer.missing.empty()) {
    row.status = Status::skipped;
    row.reason = peer.missing;
    return row;
  }
  try {
    row.peer.run();
    const std::vector<std::byte> output = row.peer.output();
    const Comparison comparison = peer.check ? peer.check(output) : problem.check(output);
    if (!comparison.passed()) {
      row.status = Status::failed;
      row.reason = comparison.summary([&](std::size_t index) { return problem.place(index); });
    }
  } catch (const std::exception& e) {
    row.status = Status::failed;
    row.reason = e.what();
  }
  return row;
}

// One thing to time: adds a sample at each call.
struct Timed {
  std::function<double()> sample; ///< returns the seconds that passed
  int samples = 0;
};

// Interleaved: every thing is timed a little in each round, so that a slow moment of the machine
// (another program, a hot processor) falls upon all of them and not on one.
void time_interleaved(std::vector<Timed>& things, const Repetition& repetition,
                      Progress& progress) {
  for (Timed& thing : things) {
    thing.sample(); // warm-up, and not counted: the callers clear their samples
    thing.samples = calibrated_samples(thing.sample(), repetition);
  }
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    progress.show(fmt::format("timing, round {} of {}", round + 1, rounds));
    for (Timed& thing : things)
      for (int i = thing.samples * round / rounds; i < thing.samples * (round + 1) / rounds; ++i)
        thing.sample();
  }
}

void time_rows(SizeResult& result, const Session& session, const Repetition& repetition,
               Progress& progress) {
  std::vector<Timed> things;
  for (Row& row : result.rows)
    if (row.status == Status::verified)
      things.push_back({[&row, &session] {
                          const Stopwatch watch;
                          const std::vector<cl::Event> events = row.prepared.run();
                          session.queue.finish();
                          const double seconds = watch.seconds();
                          row.wall_ms.values.push_back(1e3 * seconds);
                          row.event_ms.values.push_back(elapsed_ms(events));
                          return seconds;
                        },
                        0});
  for (PeerRow& row : result.peers)
    if (row.status == Status::verified)
      things.push_back({[&row] {
                          const double ms = row.peer.run();
                          row.ms.values.push_back(ms);
                          return 1e-3 * ms;
                        },
                        0});
  time_interleaved(things, repetition, progress);
  // The first two samples of each were the warm-up and the calibration.
  const auto drop_first = [](Samples& samples) {
    if (samples.values.size() > 2)
      samples.values.erase(samples.values.begin(), samples.values.begin() + 2);
  };
  for (Row& row : result.rows) {
    drop_first(row.event_ms);
    drop_first(row.wall_ms);
  }
  for (PeerRow& row : result.peers)
    drop_first(row.ms);
}

double gflops(const Cost& cost, double ms) {
  return cost.flop / (1e6 * ms);
}
double gbps(const Cost& cost, double ms) {
  return cost.bytes / (1e6 * ms);
}

// The least time that the ceilings allow for the problem's cost; 0 where they were not measured.
double roof_ms(const Cost& cost, const Ceilings& ceilings) {
  return ceilings.copy_gbps > 0.0 && ceilings.fma_gflops > 0.0
             ? std::max(cost.bytes / (1e6 * ceilings.copy_gbps),
                        cost.flop / (1e6 * ceilings.fma_gflops))
             : 0.0;
}

void print_timed(const CaseStudy& study, const SizeResult& result, const Ceilings& ceilings) {
  struct Line {
    std::string id, name, time, wall, speed, bandwidth, roof;
    double rate;
  };
  const double roof = roof_ms(result.cost, ceilings);
  std::vector<Line> lines;
  const auto add = [&](const std::string& id, const std::string& name, const Samples& ms,
                       const Samples& wall) {
    const double median = ms.median();
    lines.push_back(
        {id, name, duration_text(median), wall.values.empty() ? "" : duration_text(wall.median()),
         fmt::format("{:.1f}", gflops(result.cost, median)),
         fmt::format("{:.1f}", gbps(result.cost, median)),
         roof > 0.0 ? fmt::format("{:.0f} %", 100.0 * roof / median) : "", 1.0 / median});
  };
  for (const Row& row : result.rows)
    if (row.status == Status::verified)
      add(row.step.id, row.step.name, row.event_ms, row.wall_ms);
  for (const PeerRow& row : result.peers)
    if (row.status == Status::verified)
      add("peer", row.peer.name, row.ms, {});
  double best = 0.0;
  for (const Line& line : lines)
    best = std::max(best, line.rate);
  using enum Table::Align;
  Table table({{"step"},
               {"name"},
               {"time", right},
               {"wall", right},
               {study.work_unit, right},
               {"GB/s", right},
               {"of roof", right},
               {"speed"}});
  for (const Line& line : lines)
    table.add({line.id, line.name, line.time, line.wall, line.speed, line.bandwidth, line.roof,
               bar(line.rate, best, 24)});
  fmt::print("{}", table.text());
}

void print_verified(const SizeResult& result) {
  std::vector<std::string> right;
  for (const Row& row : result.rows)
    if (row.status == Status::verified)
      right.push_back(row.step.id);
  if (!right.empty())
    fmt::print("  {:<16} verified: {}\n", result.size, fmt::join(right, " "));
}

void print_troubles(const SizeResult& result) {
  const auto print = [&](const std::string& id, const std::string& name, Status status,
                         const std::string& reason) {
    if (status != Status::verified)
      fmt::print("  {:<16} {}: {} ({}): {}\n", result.size, name_of(status), id, name, reason);
  };
  for (const Row& row : result.rows)
    print(row.step.id, row.step.name, row.status, row.reason);
  for (const PeerRow& row : result.peers)
    print("peer", row.peer.name, row.status, row.reason);
}

Json accesses_json(const std::map<std::string, Accesses>& contract) {
  Json document = Json::object();
  for (const auto& [kernel, a] : contract)
    document[kernel] = {{"global_loads", a.global_loads},
                        {"global_stores", a.global_stores},
                        {"constant_loads", a.constant_loads},
                        {"local_loads", a.local_loads},
                        {"local_stores", a.local_stores}};
  return document;
}

void add_json(Json& document, const SizeResult& result) {
  const auto finite = [](double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
  };
  for (const Row& row : result.rows) {
    Json entry{{"step", row.step.id},      {"name", row.step.name},
               {"size", result.size},      {"status", name_of(row.status)},
               {"reason", row.reason},     {"values", row.prepared.values},
               {"flop", result.cost.flop}, {"bytes", result.cost.bytes}};
    const double median = row.event_ms.median();
    entry["median_ms"] = finite(median);
    entry["min_ms"] = finite(row.event_ms.min());
    entry["spread"] = finite(row.event_ms.spread());
    entry["samples"] = row.event_ms.values.size();
    entry["wall_ms"] = finite(row.wall_ms.median());
    entry["gflops"] = finite(gflops(result.cost, median));
    entry["gbps"] = finite(gbps(result.cost, median));
    if (row.status == Status::verified && row.step.accesses)
      entry["accesses"] = accesses_json(row.step.accesses(row.prepared.values));
    document["rows"].push_back(entry);
  }
  for (const PeerRow& row : result.peers) {
    const double median = row.ms.median();
    document["peers"].push_back({{"name", row.peer.name},
                                 {"version", row.peer.version},
                                 {"size", result.size},
                                 {"status", name_of(row.status)},
                                 {"reason", row.reason},
                                 {"median_ms", finite(median)},
                                 {"min_ms", finite(row.ms.min())},
                                 {"spread", finite(row.ms.spread())},
                                 {"samples", row.ms.values.size()},
                                 {"gflops", finite(gflops(result.cost, median))},
                                 {"gbps", finite(gbps(result.cost, median))}});
  }
}

// 1 for a wrong step or peer, 77 where no step could run, else 0.
int exit_code_of(const std::vector<SizeResult>& results) {
  bool any_verified = false;
  for (const SizeResult& result : results) {
    for (const Row& row : result.rows) {
      if (row.status == Status::failed)
        return exit_failed;
      any_verified = any_verified || row.status == Status::verified;
    }
    for (const PeerRow& row : result.peers)
      if (row.status == Status::failed)
        return exit_failed;
  }
  return any_verified ? exit_passed : exit_skipped;
}

int verify_and_time(const CaseStudy& study, const LadderOptions& options,
                    const std::string& command_line, const std::vector<std::string>& sizes) {
  const bool timed = !options.check;
  const Session session(pick_device(options.program.device));
  fmt::print("{} on {}\n", study.chapter, describe(session.device));

  Json document{{"chapter", study.chapter},     {"date", today()},
                {"command", command_line},      {"device", device_json(session.device)},
                {"seed", options.program.seed}, {"rows", Json::array()},
                {"peers", Json::array()}};
  Ceilings ceilings;
  if (timed && !options.program.quick) {
    ceilings = measure_ceilings(session);
    document["ceilings"] = {{"copy_gbps", ceilings.copy_gbps}, {"fma_gflops", ceilings.fma_gflops}};
    fmt::print("measured ceilings: copy {:.1f} GB/s, multiply-add {:.0f} GFLOP/s\n",
               ceilings.copy_gbps, ceilings.fma_gflops);
  }
  // The tour wants an impression, a measurement wants certainty.
  const Repetition repetition = options.bench           ? Repetition{0.7, 7, 200}
                                : options.program.quick ? Repetition{0.05, 3, 20}
                                                        : Repetition{0.3, 5, 100};
  std::vector<SizeResult> results;
  for (const std::string& size : sizes) {
    Progress progress(fmt::format("{} {}:", study.chapter, size));
    SizeResult result;
    result.problem = study.make(size, options.program.seed);
    result.size = result.problem->size();
    result.cost = result.problem->cost();
    result.problem->upload(session);
    for (const Step& step : chosen_steps(*result.problem, options.steps)) {
      progress.show(fmt::format("verifying {} ({})", step.id, step.name));
      result.rows.push_back(verified_row(study, *result.problem, step, session));
    }
    if (options.bench)
      for (const Peer& peer : result.problem->peers(session)) {
        progress.show(fmt::format("verifying {}", peer.name));
        result.peers.push_back(verified_peer(*result.problem, peer));
      }
    if (timed) {
      time_rows(result, session, repetition, progress);
      progress.show("");
      fmt::print("\n{}: {:.3g} GFLOP, {} at least through memory\n", result.size,
                 1e-9 * result.cost.flop, size_text(result.cost.bytes));
      print_timed(study, result, ceilings);
    } else {
      progress.show("");
      print_verified(result);
    }
    print_troubles(result);
    std::fflush(stdout);
    add_json(document, result);
    // Inputs, outputs and scratch buffers of this size are done with; a large size needs their
    // room.
    for (Row& row : result.rows)
      row.prepared = {};
    result.peers.erase(
        std::remove_if(result.peers.begin(), result.peers.end(),
                       [](const PeerRow& row) { return row.status != Status::failed; }),
        result.peers.end());
    for (Row& row : result.rows)
      row.step = {};
    result.problem.reset();
    results.push_back(std::move(result));
  }
  if (!options.program.json_file.empty())
    write_json(options.program.json_file, document);
  return exit_code_of(results);
}

// ---- --tune ----

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

// ---- --oclgrind ----

// Oclgrind is hundreds of times slower than a device: only tiny sizes make sense, awkward ones
// most.
std::string judge_accesses(const OclgrindReport& report, const Json& contract) {
  std::string text;
  for (const auto& entry : contract.items()) {
    const std::string& kernel = entry.key();
    const Json& promised = entry.value();
    const auto found = report.kernels.find(kernel);
    if (found == report.kernels.end()) {
      text += fmt::format("\n    kernel {} was promised and never ran", kernel);
      continue;
    }
    const AccessCounts& counted = found->second;
    const auto compare_one = [&](const char* what, const AccessCount& count) {
      const auto wanted = promised.at(what).get<std::uint64_t>();
      if (count.instructions != wanted)
        text += fmt::format("\n    {}: {} {}, the contract says {}", kernel, count.instructions,
                            what, wanted);
    };
    compare_one("global_loads", counted.global_loads);
    compare_one("global_stores", counted.global_stores);
    compare_one("constant_loads", counted.constant_loads);
    compare_one("local_loads", counted.local_loads);
    compare_one("local_stores", counted.local_stores);
  }
  return text;
}

int prove_with_oclgrind(const CaseStudy& study, const LadderOptions& options,
                        const std::vector<std::string>& sizes) {
  fmt::print("{} under Oclgrind: races, bounds, uninitialised reads, access counts\n",
             study.chapter);
  const std::string program = own_executable().string();
  bool all_clean = true;
  bool any_run = false;
  for (const std::string& size : sizes) {
    const auto problem = study.make(size, options.program.seed);
    for (const Step& step : chosen_steps(*problem, options.steps)) {
      // The child reports its values and the contract for them as JSON on its last lines.
      std::vector<std::string> command{
          program,  "--check", "--device", "oclgrind", "--step",
          step.id,  "--size",  size,       "--seed",   std::to_string(options.program.seed),
          "--json", "-"};
      command.insert(command.end(), study.own_options.begin(), study.own_options.end());
      const OclgrindReport report = run_under_oclgrind(command, 300, step.images);
      const std::size_t begin = report.output.find("\n{");
      const std::size_t end = report.output.rfind("\n}");
      const Json document =
          begin == std::string::npos || end == std::string::npos
              ? Json()
              : Json::parse(report.output.substr(begin, end + 2 - begin), nullptr, false);
      const auto say = [&](const std::string& verdict) {
        fmt::print("  {:<16} {:<5} {}\n", size, step.id, verdict);
      };
      if (report.exit_code == exit_skipped) {
        say("skipped: " +
            document.value("/rows/0/reason"_json_pointer, std::string("the device cannot run it")));
        continue;
      }
      any_run = true;
      std::string trouble;
      if (report.timed_out)
        trouble = "\n    no end in sight: killed";
      for (const std::string& finding : report.findings)
        trouble += "\n    " + finding;
      if (document.is_object() && report.exit_code == 0) {
        const Json contract = document.value("/rows/0/accesses"_json_pointer, Json::object());
        trouble += judge_accesses(report, contract);
        if (trouble.empty())
          say(fmt::format("clean; {}{}",
                          contract.empty() ? "no access counts promised"
                                           : "access counts as promised",
                          step.images ? " (images: uninitialised values not looked for)" : ""));
      } else if (trouble.empty()) {
        trouble = fmt::format("\n    exit code {}:\n{}", report.exit_code, report.output);
      }
      if (!trouble.empty()) {
        all_clean = false;
        say("FAILED" + trouble);
      }
      std::fflush(stdout);
    }
  }
  return !all_clean ? exit_failed : any_run ? exit_passed : exit_skipped;
}

} // namespace

void add_ladder_options(CLI::App& app, LadderOptions& options) {
  add_lab_options(app, options.program);
  app.add_flag("--list", options.list, "list the steps and end");
  app.add_option("--step", options.steps, "only these steps (ids, separated by commas)")
      ->delimiter(',')
      ->type_name("ID");
  app.add_option("--size", options.sizes, "only these sizes (separated by commas)")
      ->delimiter(',')
      ->type_name("SIZE");
  auto* check = app.add_flag("--check", options.check, "verify at awkward sizes, without timing");
  auto* bench = app.add_flag("--bench", options.bench,
                             "measure at full size, beside the libraries found on this machine");
  auto* tune = app.add_flag("--tune", options.tune,
                            "search the best parameters for this device and remember them");
  auto* oclgrind = app.add_flag(
      "--oclgrind", options.oclgrind,
      "prove the kernels free of races and wild accesses, and count their memory accesses");
  app.add_option("--tune-seconds", options.tune_seconds, "time for the search, for each step")
      ->capture_default_str();
  check->excludes(bench)->excludes(tune)->excludes(oclgrind);
  bench->excludes(tune)->excludes(oclgrind);
  tune->excludes(oclgrind);
}

int run_case_study(const CaseStudy& study, const LadderOptions& options,
                   const std::string& command_line) {
  if (options.list) {
    print_list(study, options);
    return exit_passed;
  }
  const auto sizes_or = [&](const std::vector<std::string>& usual) {
    return options.sizes.empty() ? usual : options.sizes;
  };
  // What makes no sense ends the program before anything has run; inputs are made only when they are uploaded.
  for (const std::string& size : sizes_or({study.quick_sizes.front()}))
    chosen_steps(*study.make(size, options.program.seed), options.steps);
  if (options.oclgrind)
    return prove_with_oclgrind(study, options, sizes_or({study.quick_sizes.front()}));
  if (options.tune)
    return tune(study, options, sizes_or(study.bench_sizes));
  return verify_and_time(study, options, command_line,
                         sizes_or(options.bench           ? study.bench_sizes
                                  : options.check         ? study.check_sizes
                                  : options.program.quick ? study.quick_sizes
                                                          : study.default_sizes));
}

} // namespace harness
