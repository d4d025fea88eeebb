// The rows of a measurement at one size, and what verifies and runs them.

#include "harness/ladder/modes.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/tuning.hpp"

#include <algorithm>

namespace harness::ladder {
using namespace common;
namespace {

void add_step(Candidates& candidates, Row& row, const Problem& problem, const Session& session) {
  const std::string what = row.tuned.empty() ? "" : " tuned";
  Candidate candidate{row.step.id + what, row.step.id + " (" + row.step.name + ")" + what, &row};
  candidate.verify = [&row, &problem, &session] {
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
  candidate.run = [&row] { row.prepared.run(); };
  candidates.all.push_back(candidate);
}

void add_peer(Candidates& candidates, PeerRow& row, const Problem& problem) {
  Candidate candidate{"peer " + row.peer.name, row.peer.name, &row};
  candidate.run = [&row] { row.times.ms.values.push_back(row.peer.run()); };
  candidate.verify = [&row, &problem, run = candidate.run] {
    if (!row.peer.missing.empty())
      throw Skip(row.peer.missing);
    run();
    const std::vector<std::byte> output = row.peer.output();
    const Comparison comparison = row.peer.check ? row.peer.check(output) : problem.check(output);
    return comparison.passed()
               ? std::string{}
               : comparison.summary([&](std::size_t index) { return problem.place(index); });
  };
  candidates.all.push_back(candidate);
}

} // namespace

double Times::host_seconds() const {
  const Samples& samples = wall_ms.values.empty() ? ms : wall_ms;
  return samples.values.empty() ? 0.0 : 1e-3 * samples.values.back();
}

double Times::device_seconds() const {
  return ms.values.empty() ? 0.0 : 1e-3 * ms.values.back();
}

void Times::drop_first(std::size_t count) {
  const auto drop = [&](Samples& samples) {
    const std::size_t most = std::max(samples.values.size(), std::size_t{1}) - 1;
    samples.values.erase(samples.values.begin(),
                         samples.values.begin() +
                             static_cast<std::ptrdiff_t>(std::min(count, most)));
  };
  drop(ms);
  drop(wall_ms);
  for (Samples& part : parts_ms)
    drop(part);
}

void judge(const Candidate& candidate, const cl::Device& device) {
  Measured& row = *candidate.row;
  const auto failed = [&](const std::string& reason) {
    row.status = Status::failed;
    row.reason = reason;
  };
  try {
    row.status = Status::verified;
    if (const std::string wrong = candidate.verify(); !wrong.empty())
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

std::unique_ptr<Candidates> candidates_at(const CaseStudy& study, const LadderOptions& options,
                                          const Session& session, const std::string& size) {
  auto candidates = std::make_unique<Candidates>();
  SizeResult& result = candidates->result;
  result.problem = study.make(size, options.program.seed);
  const Problem& problem = *result.problem;
  result.size = problem.size();
  result.cost = problem.cost();
  result.problem->upload(session);
  const std::vector<Step> all = problem.steps_to_run();
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
    add_peer(*candidates, row, problem);
  for (auto row = result.rows.rbegin(); row != result.rows.rend(); ++row)
    add_step(*candidates, *row, problem, session);
  for (Row& row : result.tuned)
    add_step(*candidates, row, problem, session);
  return candidates;
}

void release(SizeResult& result) {
  for (std::vector<Row>* rows : {&result.rows, &result.tuned})
    for (Row& row : *rows) {
      row.prepared = {};
      row.step = {};
    }
  for (PeerRow& row : result.peers)
    row.peer = {};
  result.problem.reset();
}

} // namespace harness::ladder
