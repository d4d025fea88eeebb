// The rows of a measurement at one size, and what verifies and runs them.

#include "harness/ladder/modes.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/tuning.hpp"

#include <algorithm>
#include <ranges>

namespace harness::ladder {
using namespace common;
namespace {

// Each run adds its times to the row's.
std::string verify_step_of(Row& row, const Problem& problem, const Session& session) {
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
  return verify_step(problem, row.prepared, session, &row.error);
}

std::string verify_peer(Row& row, const Problem& problem) {
  if (!row.peer.missing.empty())
    throw Skip(row.peer.missing);
  row.run();
  const std::vector<std::byte> output = row.peer.output();
  const Comparison comparison = row.peer.check ? row.peer.check(output) : problem.check(output);
  row.error = comparison.error;
  return comparison.passed()
             ? std::string{}
             : comparison.summary([&](std::size_t index) { return problem.place(index); });
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

void Row::run() {
  if (kind == Kind::peer)
    times.ms.values.push_back(peer.run());
  else
    prepared.run();
}

std::vector<Row*> SizeResult::in_order() {
  std::vector<Row*> order;
  for (const Row::Kind kind : {Row::Kind::peer, Row::Kind::step, Row::Kind::tuned})
    for (Row& row : rows | std::views::reverse)
      if (row.kind == kind)
        order.push_back(&row);
  return order;
}

void judge(Row& row, const Problem& problem, const Session& session) {
  const auto failed = [&](const std::string& reason) {
    row.status = Status::failed;
    row.reason = reason;
  };
  try {
    row.status = Status::verified;
    if (const std::string wrong = row.kind == Row::Kind::peer
                                      ? verify_peer(row, problem)
                                      : verify_step_of(row, problem, session);
        !wrong.empty())
      failed(wrong);
  } catch (const Skip& reason) {
    row.status = Status::skipped;
    row.reason = reason.what();
  } catch (const cl::Error& e) {
    failed(explain(e, session.device));
  } catch (const std::exception& e) {
    failed(e.what());
  }
}

SizeResult rows_at(const CaseStudy& study, const LadderOptions& options, const Session& session,
                   const std::string& size) {
  auto problem = study.make(size, options.program.seed);
  SizeResult result{problem->size(), problem->cost(), std::move(problem)};
  result.problem->upload(session);
  const std::vector<Step> all = result.problem->steps_to_run();
  std::vector<Row> tuned;
  for (const Step& step : chosen_steps(*result.problem, options.steps)) {
    Row row{Row::Kind::step, step.id, step.name, step};
    if (const Step* const parent = parent_of(all, step))
      row.parent = parent->id;
    result.rows.push_back(row);
    row.tuned = options.check
                    ? Values{}
                    : tuned_values(study.chapter, result.problem->kind(), step, session.device);
    row.kind = Row::Kind::tuned;
    row.label += " tuned";
    if (!row.tuned.empty())
      tuned.push_back(row);
  }
  result.rows.insert(result.rows.end(), tuned.begin(), tuned.end());
  if (options.bench)
    for (const Peer& peer : result.problem->peers(session)) {
      Row row{Row::Kind::peer, "peer", peer.name};
      row.peer = peer;
      result.rows.push_back(row);
    }
  return result;
}

void release(SizeResult& result) {
  for (Row& row : result.rows) {
    row.prepared = {};
    row.step = {};
    row.peer = {};
  }
  result.problem.reset();
}

} // namespace harness::ladder
