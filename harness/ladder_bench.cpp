// --check, --bench and the run without a mode: verifying and timing steps and peers, and the reports.

#include "harness/ladder_modes.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/device.hpp"
#include "harness/measure.hpp"
#include "harness/report.hpp"
#include "harness/session.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace harness::ladder {
namespace {

using Json = nlohmann::json;

Row verified_row(const CaseStudy& study, const Problem& problem, const Step& step,
                 const Session& session) {
  Row row{step, Status::verified, {}, {}, {}, {}};
  try {
    row.prepared = prepare_step(problem, step, session);
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

} // namespace

const char* name_of(Status status) {
  return status == Status::verified ? "verified" : status == Status::skipped ? "skipped" : "failed";
}

double gflops(const Cost& cost, double ms) {
  return cost.flop / (1e6 * ms);
}
double gbps(const Cost& cost, double ms) {
  return cost.bytes / (1e6 * ms);
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

} // namespace harness::ladder
