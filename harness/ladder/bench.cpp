// --check, --bench and the run without a mode: verifying and timing steps and peers.
//
// A measurement has a budget of seconds. What the rows will take is known from a smaller size, so that the fastest rows and
// the peers come first; a row too slow for many runs keeps the time of the one that verified it, and one too slow for even
// that is verified at the smaller size only.

#include "harness/ladder/modes.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/measure.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/tuning.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace harness::ladder {
using namespace common;
namespace {

using Json = nlohmann::json;

volatile std::sig_atomic_t interrupted = 0;

// While one of these lives, the first Ctrl-C empties every Budget, and the second ends the program.
class Interruptible {
 public:
  Interruptible() : before_(std::signal(SIGINT, SIG_IGN)) {
    if (before_ != SIG_IGN)
      std::signal(SIGINT, [](int) {
        interrupted = 1;
        std::signal(SIGINT, SIG_DFL);
      });
  }
  ~Interruptible() { std::signal(SIGINT, before_); }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  void (*before_)(int);
};

class Budget {
 public:
  explicit Budget(double seconds) : seconds_(seconds) {}
  double left() const { return interrupted != 0 ? 0.0 : seconds_ - watch_.seconds(); }

 private:
  double seconds_;
  Stopwatch watch_;
};

std::string left_text(const Budget& budget) {
  return budget.left() < 1e6
             ? fmt::format(" (at most {:.0f} s left; Ctrl-C keeps what is there)", budget.left())
             : "";
}

// Seconds that a row takes for a unit of work, by Contender::key, from the runs so far.
using Pace = std::map<std::string, double>;

double work(const Cost& cost) {
  return cost.flop + cost.bytes;
}

// A row on its way into the table.
struct Contender {
  std::string key;         ///< who it is, at every size
  std::string name;        ///< for the line of progress
  Measured* row = nullptr; ///< receives the times of all runs, also of those that verify
  std::function<std::string()> verify = nullptr; ///< what is wrong; empty if nothing is
  std::function<void()> run = nullptr;           ///< once more
};

void judge(const Contender& contender, const cl::Device& device) {
  Measured& row = *contender.row;
  const auto failed = [&](const std::string& reason) {
    row.status = Status::failed;
    row.reason = reason;
  };
  try {
    row.status = Status::verified;
    if (const std::string wrong = contender.verify(); !wrong.empty())
      failed(wrong);
  } catch (const Skip& reason) {
    row.status = Status::skipped;
    row.reason = reason.what();
  } catch (const cl::Error& e) {
    failed(explain(e, device));
  } catch (const std::exception& e) {
    failed(e.what());
  }
}

// What the last run took: for the host, or for the device alone, without the compiler that PoCL calls at a first launch.
double host_seconds(const Measured& row) {
  const Times& times = row.times;
  const Samples& samples = times.wall_ms.values.empty() ? times.ms : times.wall_ms;
  return samples.values.empty() ? 0.0 : 1e-3 * samples.values.back();
}

double device_seconds(const Measured& row) {
  return row.times.ms.values.empty() ? 0.0 : 1e-3 * row.times.ms.values.back();
}

// Seconds of one run of a verified row. The first one takes longer (a compiler, a library that starts): there is a second
// one if the first leaves time for it.
double seconds_of_a_run(const Contender& contender, const Budget& budget) {
  if (device_seconds(*contender.row) > 0.25 * budget.left())
    return device_seconds(*contender.row);
  contender.run();
  return host_seconds(*contender.row);
}

// A problem, uploaded, with its rows and what verifies and runs them.
struct Field {
  SizeResult result;
  std::vector<Contender> contenders;
};

void add_step(Field& field, Row& row, const Problem& problem, const Session& session) {
  const std::string what = row.tuned.empty() ? "" : " tuned";
  Contender contender{row.step.id + what, row.step.id + " (" + row.step.name + ")" + what, &row};
  contender.verify = [&row, &problem, &session] {
    row.prepared = row.tuned.empty() ? prepare_step(problem, row.step, session)
                                     : prepare_step(problem, row.step, session, row.tuned);
    row.prepared.run = [&row, &session, run = row.prepared.run] {
      const Stopwatch watch;
      const std::vector<cl::Event> events = run();
      session.queue.finish();
      Times& times = row.times;
      times.wall_ms.values.push_back(watch.milliseconds());
      times.ms.values.push_back(elapsed_ms(events));
      times.parts_ms.resize(events.size() > 1 ? events.size() : 0);
      for (std::size_t i = 0; i < times.parts_ms.size(); ++i)
        times.parts_ms[i].values.push_back(elapsed_ms({events[i]}));
      return events;
    };
    return verify_step(problem, row.prepared, session);
  };
  contender.run = [&row] { row.prepared.run(); };
  field.contenders.push_back(contender);
}

void add_peer(Field& field, PeerRow& row, const Problem& problem) {
  Contender contender{"peer " + row.peer.name, row.peer.name, &row};
  contender.run = [&row] { row.times.ms.values.push_back(row.peer.run()); };
  contender.verify = [&row, &problem, run = contender.run] {
    if (!row.peer.missing.empty())
      throw Skip(row.peer.missing);
    run();
    const std::vector<std::byte> output = row.peer.output();
    const Comparison comparison = row.peer.check ? row.peer.check(output) : problem.check(output);
    return comparison.passed()
               ? std::string{}
               : comparison.summary([&](std::size_t index) { return problem.place(index); });
  };
  field.contenders.push_back(contender);
}

std::unique_ptr<Field> make_field(const CaseStudy& study, const LadderOptions& options,
                                  const Session& session, const std::string& size) {
  auto field = std::make_unique<Field>();
  SizeResult& result = field->result;
  result.problem = study.make(size, options.program.seed);
  const Problem& problem = *result.problem;
  result.size = problem.size();
  result.cost = problem.cost();
  result.problem->upload(session);
  const std::vector<Step> all = problem.steps();
  for (const Step& step : chosen_steps(problem, options.steps)) {
    Row row;
    row.step = step;
    if (const Step* const parent = parent_of(all, step))
      row.parent = parent->id;
    result.rows.push_back(row);
    row.tuned = options.check ? Values{}
                              : tuned_values(study.chapter, problem.kind(), step, session.device);
    if (!row.tuned.empty())
      result.tuned.push_back(row);
  }
  if (options.bench)
    for (const Peer& peer : problem.peers(session)) {
      PeerRow row;
      row.peer = peer;
      result.peers.push_back(row);
    }
  // Only now, for they point to the rows. Those that come first are more likely to get their time: a ladder's last steps
  // are its fastest.
  for (PeerRow& row : result.peers)
    add_peer(*field, row, problem);
  for (auto row = result.rows.rbegin(); row != result.rows.rend(); ++row)
    add_step(*field, *row, problem, session);
  for (Row& row : result.tuned)
    add_step(*field, row, problem, session);
  return field;
}

// What each row takes at a smaller size, and whether it is right there; for those of which that is not known yet.
void explore(Field& small, Pace& pace, const Session& session, const Budget& budget,
             Progress& progress) {
  for (const Contender& contender : small.contenders) {
    if (budget.left() <= 0.0)
      return;
    if (pace.count(contender.key) > 0)
      continue;
    progress.show(
        fmt::format("trying {} at {}{}", contender.name, small.result.size, left_text(budget)));
    judge(contender, session.device);
    if (contender.row->status != Status::verified)
      continue;
    pace[contender.key] = seconds_of_a_run(contender, budget) / work(small.result.cost);
  }
}

// Leaves out the first samples, but not the last.
void drop_first(Samples& samples, std::size_t count) {
  const std::size_t dropped = std::min(count, std::max(samples.values.size(), std::size_t{1}) - 1);
  samples.values.erase(samples.values.begin(),
                       samples.values.begin() + static_cast<std::ptrdiff_t>(dropped));
}

void drop_first(Times& times, std::size_t count) {
  drop_first(times.ms, count);
  drop_first(times.wall_ms, count);
  for (Samples& part : times.parts_ms)
    drop_first(part, count);
}

// Interleaved: every row is timed a little in each round, so that a slow moment of the machine
// (another program, a hot processor) falls upon all of them and not on one.
void time_interleaved(const std::vector<Contender*>& contenders, const Repetition& repetition,
                      const Budget& budget, Progress& progress) {
  struct Timed {
    Contender* contender;
    int samples;
  };
  std::vector<Timed> all;
  for (Contender* contender : contenders) {
    if (budget.left() <= 0.0)
      break;
    progress.show(fmt::format("warming up {}{}", contender->name, left_text(budget)));
    contender->run();
    contender->run();
    all.push_back({contender, calibrated_samples(host_seconds(*contender->row), repetition)});
    // What came before does not count, the two runs least of all.
    drop_first(contender->row->times, contender->row->times.ms.values.size());
  }
  constexpr int rounds = 10;
  for (int round = 0; round < rounds; ++round) {
    progress.show(fmt::format("timing, round {} of {}{}", round + 1, rounds, left_text(budget)));
    for (const Timed& timed : all)
      for (int i = timed.samples * round / rounds;
           i < timed.samples * (round + 1) / rounds && budget.left() > 0.0; ++i)
        timed.contender->run();
  }
  for (const Timed& timed : all)
    drop_first(timed.contender->row->times, 1);
}

// Rows whose samples lie far apart are measured again, a few times at most; the steadier times count.
void calm(const std::vector<Contender*>& contenders, const Repetition& repetition, int attempts,
          const Budget& budget, Progress& progress) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    double seconds = 0.0;
    std::vector<Contender*> restless;
    for (Contender* contender : contenders)
      if (is_restless(contender->row->times)) {
        seconds += std::max(repetition.target_seconds,
                            (2 + repetition.min_samples) * host_seconds(*contender->row));
        if (seconds < budget.left())
          restless.push_back(contender);
      }
    std::vector<Times> before;
    for (const Contender* contender : restless)
      before.push_back(contender->row->times);
    time_interleaved(restless, repetition, budget, progress);
    for (std::size_t i = 0; i < restless.size(); ++i)
      if (Times& times = restless[i]->row->times;
          times.ms.values.size() < static_cast<std::size_t>(repetition.min_samples) ||
          middle_spread(before[i].ms) < middle_spread(times.ms))
        times = before[i];
  }
}

// Verifies and times the rows of a field. `expected`: seconds for one run of a contender; 0 where that is not known.
void measure(Field& field, const std::function<double(const Contender&)>& expected,
             const Field* small, Repetition repetition, int attempts, const Session& session,
             const Budget& budget, Progress& progress) {
  // What outgrows a cache takes longer than its work says.
  constexpr double margin = 5.0;
  const auto verify = [&](Contender& contender) {
    Measured& row = *contender.row;
    const Measured* smaller = nullptr;
    if (small)
      for (const Contender& other : small->contenders)
        if (other.key == contender.key)
          smaller = other.row;
    if (smaller && smaller->status == Status::failed) {
      row.status = Status::failed;
      row.reason = fmt::format("at {}: {}", small->result.size, smaller->reason);
    } else if (interrupted != 0) {
      row.reason = "interrupted";
    } else if (const double seconds = expected(contender);
               budget.left() <= std::max(0.0, margin * seconds)) {
      row.reason = fmt::format("no time was left for it{}; --seconds gives it more",
                               smaller && smaller->status == Status::verified
                                   ? fmt::format(": right at {}, and one run takes about {} here",
                                                 small->result.size, duration_text(1e3 * seconds))
                                   : "");
    } else {
      progress.show(fmt::format("verifying {}{}", contender.name, left_text(budget)));
      judge(contender, session.device);
      if (row.status != Status::verified)
        row.times = {};
      else
        seconds_of_a_run(contender, budget);
      row.once = row.status == Status::verified; // until it is timed
    }
  };
  // The fastest first. What would need more than a share of the time for its runs, has to wait: it is hopelessly slow.
  std::vector<Contender*> order;
  for (Contender& contender : field.contenders)
    order.push_back(&contender);
  std::stable_sort(order.begin(), order.end(), [&](const Contender* a, const Contender* b) {
    return expected(*a) < expected(*b);
  });
  const double share = 0.6 * budget.left();
  // What one row may take, so that a slow one does not use up the time of ten others.
  const double most =
      std::max(0.25 * share, share / static_cast<double>(std::max(order.size(), std::size_t{1})));
  const int fewest_runs = 4 + repetition.min_samples; // to verify, to warm up, to time
  double planned = 0.0;
  auto hopeless = order.begin();
  for (; hopeless != order.end(); ++hopeless) {
    planned += fewest_runs * expected(**hopeless);
    if (planned > share || fewest_runs * expected(**hopeless) > most)
      break;
    verify(**hopeless);
  }
  // Now the time of a run is known better.
  const auto seconds_of = [&](const Contender* contender) {
    return std::max(expected(*contender), device_seconds(*contender->row));
  };
  std::vector<Contender*> timed;
  for (auto contender = order.begin(); contender != hopeless; ++contender)
    if ((*contender)->row->status == Status::verified)
      timed.push_back(*contender);
  std::stable_sort(timed.begin(), timed.end(), [&](const Contender* a, const Contender* b) {
    return seconds_of(a) < seconds_of(b);
  });
  double reserved = 0.0; // for one run of each of the hopeless
  for (auto contender = hopeless; contender != order.end(); ++contender)
    reserved += margin * expected(**contender);
  const double time = budget.left() - std::min(reserved, 0.5 * budget.left());
  repetition.target_seconds =
      std::min(repetition.target_seconds,
               0.7 * time / static_cast<double>(std::max(timed.size(), std::size_t{1})));
  double needed = 0.0;
  const auto too_many = std::find_if(timed.begin(), timed.end(), [&](const Contender* contender) {
    needed +=
        std::max(repetition.target_seconds, (2 + repetition.min_samples) * seconds_of(contender));
    return needed > time || fewest_runs * seconds_of(contender) > most;
  });
  timed.erase(too_many, timed.end());
  time_interleaved(timed, repetition, budget, progress);
  for (const Contender* contender : timed)
    contender->row->once = contender->row->times.ms.values.size() < 2;
  for (; hopeless != order.end(); ++hopeless)
    verify(**hopeless);
  calm(timed, repetition, attempts, budget, progress);
  for (const Contender& contender : field.contenders)
    if (contender.row->once)
      drop_first(contender.row->times, contender.row->times.ms.values.size());
}

// Measures the ceilings of this size, and again where a row did better. If that is not enough, they are raised to what
// the row reached: the roof is the highest that was seen.
void find_ceilings(SizeResult& result, Ceilings& device, const Session& session) {
  const double memory_set = memory_working_set(session.device);
  const auto measured = [&] {
    return Ceilings{result.cost.bytes < memory_set ? measure_copy_gbps(session, result.cost.bytes)
                                                   : device.copy_gbps,
                    device.fma_gflops};
  };
  result.ceilings = measured();
  double best = std::numeric_limits<double>::infinity();
  std::string who;
  const auto look = [&](const Measured& row, bool same_arithmetic, const std::string& name) {
    if (row.status == Status::verified && same_arithmetic && row.times.ms.median() < best) {
      best = row.times.ms.median();
      who = name;
    }
  };
  for (const Row& row : result.rows)
    look(row, !row.step.check, row.step.id);
  for (const Row& row : result.tuned)
    look(row, !row.step.check, row.step.id + " tuned");
  for (const PeerRow& row : result.peers)
    look(row, !row.peer.check, row.peer.name);
  if (roof_ms(result.cost, result.ceilings) > best) {
    const Ceilings again = measure_ceilings(session);
    device.copy_gbps = std::max(device.copy_gbps, again.copy_gbps);
    device.fma_gflops = std::max(device.fma_gflops, again.fma_gflops);
    const double copy = result.ceilings.copy_gbps;
    result.ceilings = measured();
    result.ceilings.copy_gbps = std::max(result.ceilings.copy_gbps, copy);
  }
  if (roof_ms(result.cost, result.ceilings) > best) {
    result.ceilings.copy_gbps = std::max(result.ceilings.copy_gbps, gbps(result.cost, best));
    result.ceilings.fma_gflops = std::max(result.ceilings.fma_gflops, gflops(result.cost, best));
    device.fma_gflops = result.ceilings.fma_gflops;
    result.raised = fmt::format("{} did better than the ceilings that were measured twice: they "
                                "are raised to what it reached",
                                who);
  }
}

// 1 for a wrong step or peer, 77 where no step could run, else 0.
int exit_code_of(const std::vector<SizeResult>& results) {
  bool any_verified = false;
  bool any_failed = false;
  const auto look = [&](const auto& rows, bool step) {
    for (const Measured& row : rows) {
      any_failed = any_failed || row.status == Status::failed;
      any_verified = any_verified || (step && row.status == Status::verified);
    }
  };
  for (const SizeResult& result : results) {
    look(result.rows, true);
    look(result.tuned, true);
    look(result.peers, false);
  }
  return any_failed ? exit_failed : any_verified ? exit_passed : exit_skipped;
}

std::vector<std::string> restless_rows(const SizeResult& result) {
  std::vector<std::string> names;
  const auto look = [&](const Measured& row, const std::string& name) {
    if (row.status == Status::verified && is_restless(row.times))
      names.push_back(fmt::format("{} at {} ({:.0f} %)", name, result.size,
                                  100.0 * middle_spread(row.times.ms)));
  };
  for (const Row& row : result.rows)
    look(row, row.step.id);
  for (const Row& row : result.tuned)
    look(row, row.step.id + " tuned");
  for (const PeerRow& row : result.peers)
    look(row, row.peer.name);
  return names;
}

void write_record(const std::string& file, const Json& document,
                  const std::vector<std::string>& restless) {
  if (restless.empty() && interrupted == 0)
    return write_json(file, document);
  const std::filesystem::path wanted = file;
  const std::string aside =
      (wanted.parent_path() / (wanted.stem().string() + ".restless" + wanted.extension().string()))
          .string();
  write_json(aside, document);
  throw Error(fmt::format(
      "no record of a quiet machine: {}. The results are in {}; close other programs and record "
      "again.",
      restless.empty() ? "the measurement was interrupted"
                       : fmt::format("the samples of these rows lie more than {:.0f} % apart: {}",
                                     100.0 * restless_spread, fmt::join(restless, ", ")),
      aside));
}

} // namespace

bool is_restless(const Times& times) {
  return times.ms.values.size() > 1 && middle_spread(times.ms) > restless_spread;
}

const char* name_of(Status status) {
  return status == Status::verified ? "verified" : status == Status::skipped ? "skipped" : "failed";
}

double gflops(const Cost& cost, double ms) {
  return cost.flop / (1e6 * ms);
}

double gbps(const Cost& cost, double ms) {
  return cost.bytes / (1e6 * ms);
}

double roof_ms(const Cost& cost, const Ceilings& ceilings) {
  return ceilings.copy_gbps > 0.0 && ceilings.fma_gflops > 0.0
             ? std::max(cost.bytes / (1e6 * ceilings.copy_gbps),
                        cost.flop / (1e6 * ceilings.fma_gflops))
             : 0.0;
}

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
                                                    : 0; // to calm restless rows
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
    const auto field = make_field(study, options, session, sizes[i]);
    SizeResult& result = field->result;
    std::unique_ptr<Field> small;
    if (timed &&
        work(result.cost) >
            4.0 * work(study.make(study.default_sizes.front(), options.program.seed)->cost())) {
      small = make_field(study, options, session, study.default_sizes.front());
      explore(*small, pace, session, Budget(0.3 * budget.left()), progress);
    }
    const auto expected = [&](const Contender& contender) {
      const auto known = pace.find(contender.key);
      return known == pace.end() ? 0.0 : known->second * work(result.cost);
    };
    if (timed) {
      measure(*field, expected, small.get(), repetition, attempts, session, budget, progress);
    } else {
      for (const Contender& contender : field->contenders) {
        progress.show(fmt::format("verifying {}", contender.name));
        judge(contender, session.device);
        contender.row->times = {};
      }
    }
    for (const Contender& contender : field->contenders) {
      const Times& times = contender.row->times;
      if (contender.row->status != Status::verified || times.ms.values.empty())
        continue;
      const Samples& host = times.wall_ms.values.empty() ? times.ms : times.wall_ms;
      // The wall time of a first run may be a compiler's.
      pace[contender.key] =
          std::max(contender.row->once ? expected(contender) : 1e-3 * host.median(),
                   1e-3 * times.ms.median()) /
          work(result.cost);
    }
    if (ceilings.copy_gbps > 0.0) {
      progress.show("measuring the ceilings");
      find_ceilings(result, ceilings, session);
      ceilings_by_size.push_back({{"size", result.size},
                                  {"bytes", result.cost.bytes},
                                  {"copy_gbps", result.ceilings.copy_gbps},
                                  {"fma_gflops", result.ceilings.fma_gflops},
                                  {"raised", result.raised}});
    }
    progress.show("");
    print_result(study, result, timed);
    std::fflush(stdout);
    add_json(document, result);
    const std::vector<std::string> of_size = restless_rows(result);
    restless.insert(restless.end(), of_size.begin(), of_size.end());
    // Inputs, outputs and scratch buffers of this size are done with; a large size needs their
    // room.
    const auto forget = [](std::vector<Row>& rows) {
      for (Row& row : rows) {
        row.prepared = {};
        row.step = {};
      }
    };
    forget(result.rows);
    forget(result.tuned);
    for (PeerRow& row : result.peers)
      row.peer = {};
    result.problem.reset();
    results.push_back(std::move(result));
    // Of a reader's own kernel the first failure is the one to mend.
    if (!options.kernel.empty() && exit_code_of(results) == exit_failed)
      break;
  }
  if (ceilings.copy_gbps > 0.0)
    document["ceilings"] = {{"copy_gbps", ceilings.copy_gbps},
                            {"fma_gflops", ceilings.fma_gflops},
                            {"by_size", ceilings_by_size}};
  if (interrupted != 0)
    document["interrupted"] = true;
  if (!options.program.json_file.empty())
    write_json(options.program.json_file, document);
  const int code = exit_code_of(results);
  if (!options.record_file.empty() && code != exit_failed)
    write_record(options.record_file, document, restless);
  return interrupted != 0 && code != exit_failed ? exit_interrupted : code;
}

} // namespace harness::ladder
