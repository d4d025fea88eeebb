// What --check, --bench and the run without a mode print of one size, and write as JSON.

#include "harness/ladder/modes.hpp"

#include "harness/lab/measure.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace harness::ladder {
using namespace common;
namespace {

using Json = nlohmann::json;

bool is_timed(const Row* row) {
  return row != nullptr && row->is_verified() && !row->times.ms.values.empty();
}

double median(const Row& row) {
  return row.times.ms.median();
}

// How many times as fast as the other; NaN where one of them has no time.
double times_as_fast(const Row& row, const Row* other) {
  return is_timed(&row) && is_timed(other) ? median(*other) / median(row) : NAN;
}

std::string times_text(double times) {
  return !std::isfinite(times) ? ""
                               : fmt::format("{:.{}f}", times,
                                             times < 9.995   ? 2
                                             : times < 99.95 ? 1
                                                             : 0);
}

// The pinned one.
const Row* row_of(const SizeResult& result, const std::string& step) {
  const auto found = std::find_if(result.rows.begin(), result.rows.end(),
                                  [&](const Row& row) { return row.label == step; });
  return found == result.rows.end() ? nullptr : &*found;
}

// The row that all others are compared with: the first that was right.
const Row* first_row(const SizeResult& result) {
  const auto found = std::find_if(result.rows.begin(), result.rows.end(), [](const Row& row) {
    return row.kind == Row::Kind::step && row.is_verified();
  });
  return found == result.rows.end() ? nullptr : &*found;
}

// Which parameters this device made a step change against its parent, though that is not its idea.
std::vector<std::string> changed_here(const SizeResult& result, const Row& row) {
  const Row* const parent = row_of(result, row.parent);
  return parent == nullptr || !row.is_verified() || !parent->is_verified()
             ? std::vector<std::string>{}
             : silent_changes(row.step, row.prepared.values, parent->prepared.values);
}

// The part of the roof that a row reaches; NaN where there is none.
double part_of_roof(const SizeResult& result, const Row& row) {
  const double roof = roof_ms(result.cost, result.ceilings);
  return is_timed(&row) && row.same_arithmetic() && roof > 0.0 ? roof / median(row) : NAN;
}

void print_timed(const CaseStudy& study, const SizeResult& result) {
  fmt::print("\n{}: {:.3g} GFLOP, {} at least through memory", result.size, 1e-9 * result.cost.flop,
             size_text(result.cost.bytes));
  if (result.ceilings.copy_gbps > 0.0)
    fmt::print(", copied at {:.1f} GB/s", result.ceilings.copy_gbps);
  fmt::print("\n");
  double best = 0.0;
  for (const Row& row : result.rows)
    if (row.kind != Row::Kind::tuned && is_timed(&row))
      best = std::max(best, 1.0 / median(row));

  const Row* const first = first_row(result);
  using enum Table::Align;
  Table table({{"step"},
               {"name"},
               {"time", right},
               {"wall", right},
               {study.work_unit, right},
               {"GB/s", right},
               {"of roof", right},
               {"x before", right},
               {first ? "x " + first->step.id : "", right},
               {"speed"}});
  bool any_once = false;
  for (const Row& row : result.rows) {
    if (row.kind == Row::Kind::tuned || !is_timed(&row))
      continue;
    any_once = any_once || row.once;
    const double roof = part_of_roof(result, row);
    const Samples& wall = row.times.wall_ms;
    table.add({row.label, row.name, (row.once ? "* " : "") + duration_text(median(row)),
               wall.values.empty() ? "" : duration_text(wall.median()),
               fmt::format("{:.1f}", gflops(result.cost, median(row))),
               fmt::format("{:.1f}", gbps(result.cost, median(row))),
               std::isfinite(roof) ? fmt::format("{:.0f} %", 100.0 * roof) : "",
               times_text(times_as_fast(row, row_of(result, row.parent))),
               times_text(times_as_fast(row, first)), bar(1.0 / median(row), best, 12)});
  }
  fmt::print("{}", table.text());
  if (any_once)
    fmt::print("  * timed once: too slow for more (--seconds)\n");
  if (!result.raised.empty())
    fmt::print("  {}\n", result.raised);
}

void print_tuned(const SizeResult& result) {
  using enum Table::Align;
  Table table({{"step"}, {"name"}, {"tuned values"}, {"time", right}, {"x pinned", right}});
  bool any = false;
  for (const Row& row : result.rows)
    if (row.kind == Row::Kind::tuned && is_timed(&row)) {
      any = true;
      table.add({row.step.id, row.name, values_text(row.tuned), duration_text(median(row)),
                 times_text(times_as_fast(row, row_of(result, row.step.id)))});
    }
  if (any)
    fmt::print("\nwhat tuning adds:\n{}", table.text());
}

void print_verified(const SizeResult& result) {
  std::vector<std::string> right;
  for (const Row& row : result.rows)
    if (row.is_verified())
      right.push_back(row.label);
  if (!right.empty())
    fmt::print("  {:<16} verified: {}\n", result.size, fmt::join(right, " "));
}

void print_troubles(const SizeResult& result) {
  for (const Row& row : result.rows) {
    if (!row.is_verified())
      fmt::print("  {:<16} {}: {} ({}): {}\n", result.size, name_of(row.status), row.label,
                 row.name, row.reason);
    if (row.kind != Row::Kind::step)
      continue;
    if (row.is_verified() && !row.step.reader.values.empty())
      fmt::print("  {:<16} {} with {}\n", result.size, row.step.id,
                 values_text(row.prepared.values));
    if (const auto changed = changed_here(result, row); !changed.empty())
      fmt::print("  {:<16} {} and {} have different values of {}: not one change, but two\n",
                 result.size, row.parent, row.step.id, fmt::join(changed, ", "));
  }
}

Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json accesses_json(const Counts& contract) {
  Json document = Json::object();
  for (const auto& [kernel, promised] : contract)
    for (const auto& [name, words, counter] : memory_counters<std::uint64_t>)
      document[kernel][name] = promised.*counter;
  return document;
}

// What rows of steps and of peers have in common.
Json common_json(const SizeResult& result, const Row& row) {
  const Samples& ms = row.times.ms;
  Json entry{{"size", result.size},
             {"status", name_of(row.status)},
             {"reason", row.reason},
             {"median_ms", finite(ms.median())},
             {"min_ms", finite(ms.min())},
             {"spread", finite(middle_spread(ms))},
             {"samples", ms.values.size()},
             {"error", finite(row.error)},
             {"gflops", finite(gflops(result.cost, ms.median()))},
             {"gbps", finite(gbps(result.cost, ms.median()))},
             {"of_roof", finite(part_of_roof(result, row))},
             {"x_v1", finite(times_as_fast(row, first_row(result)))}};
  if (row.once)
    entry["once"] = "timed once: too slow for more";
  return entry;
}

Json step_json(const SizeResult& result, const Row& row) {
  Json entry = common_json(result, row);
  entry.update({{"step", row.step.id},
                {"name", row.name},
                {"parent", row.parent.empty() ? Json() : Json(row.parent)},
                {"values", row.prepared.values},
                {"flop", result.cost.flop},
                {"bytes", result.cost.bytes},
                {"wall_ms", finite(row.times.wall_ms.median())}});
  if (row.is_verified() && row.step.accesses)
    entry["accesses"] = accesses_json(row.step.accesses(row.prepared.values));
  const std::vector<Samples>& parts = row.times.parts_ms;
  if (!parts.empty() && parts.size() == row.prepared.kernels.size())
    for (std::size_t i = 0; i < parts.size(); ++i)
      entry["parts_ms"][row.prepared.kernels[i].getInfo<CL_KERNEL_FUNCTION_NAME>().c_str()] =
          finite(parts[i].median());
  return entry;
}

} // namespace

void print_result(const CaseStudy& study, const SizeResult& result, bool timed) {
  if (timed) {
    print_timed(study, result);
    print_tuned(result);
  } else {
    print_verified(result);
  }
  print_troubles(result);
}

void add_json(Json& document, const SizeResult& result) {
  for (const Row& row : result.rows) {
    Json entry = row.kind == Row::Kind::peer ? common_json(result, row) : step_json(result, row);
    switch (row.kind) {
    case Row::Kind::step:
      entry["x_step_before"] = finite(times_as_fast(row, row_of(result, row.parent)));
      if (const auto changed = changed_here(result, row); !changed.empty())
        entry["silent_changes"] = changed;
      document["rows"].push_back(entry);
      break;
    case Row::Kind::tuned: // a list of their own, so that a step has one row at each size
      entry["values"] = row.tuned;
      entry["tuned"] = true;
      entry["x_pinned"] = finite(times_as_fast(row, row_of(result, row.step.id)));
      document["tuned"].push_back(entry);
      break;
    case Row::Kind::peer:
      entry.update({{"name", row.name}, {"version", row.peer.version}});
      document["peers"].push_back(entry);
      break;
    }
  }
}

} // namespace harness::ladder
