// --stats: what the compiler made of each step's kernels.

#include "harness/inspect/kernel_stats.hpp"
#include "harness/lab/device.hpp"
#include "harness/ladder/modes.hpp"
#include "harness/system/report.hpp"

#include "common/error.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

namespace harness::ladder {
using namespace common;
namespace {

using Json = nlohmann::json;

// "1024 fma, 64 load local, 12 integer": all kinds but the first, which is their number.
std::string counts_text(const InstructionCounts& counts) {
  std::vector<std::string> parts;
  for (const std::string& name : instruction_classes({counts}))
    if (name != "instructions")
      parts.push_back(fmt::format("{} {}", counts.at(name), name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// One row for each listing of a kernel; the numbers of the whole kernel are in its first.
void add_rows(Table& table, const Step& step, const Json& stats) {
  const Json compiler = stats.value("compiler", Json::object());
  std::vector<std::string> first{
      step.id, stats["name"],
      compiler.empty() ? "" : std::to_string(compiler["registers"].get<int>()),
      compiler.empty() ? ""
                       : fmt::format("{}", compiler["spill_store_bytes"].get<int>() +
                                               compiler["spill_load_bytes"].get<int>()),
      std::to_string(stats["local_bytes"].get<cl_ulong>())};
  if (stats["listings"].empty())
    table.add(first);
  for (const Json& listing : stats["listings"]) {
    const auto loop = listing["loop"].get<InstructionCounts>();
    const auto all = listing["all"].get<InstructionCounts>();
    const InstructionCounts& shown = loop.empty() ? all : loop;
    first.insert(first.end(), {listing["of"], std::to_string(all.at("instructions")),
                               loop.empty() ? "no loop" : std::to_string(loop.at("instructions")),
                               counts_text(shown)});
    table.add(first);
    first.assign(5, "");
  }
}

} // namespace

int show_stats(const CaseStudy& study, const LadderOptions& options,
               const std::string& command_line, const std::string& size) {
  forget_compiled_kernels();
  const Session session(pick_device(options.program.device));
  if (is_simulator(session.device))
    throw Skip("a simulator compiles nothing.");
  fmt::print("{} on {}\n", study.chapter, describe(session.device));
  const auto problem = study.make(size, options.program.seed);
  problem->upload(session);
  using enum Table::Align;
  Table table({{"step"},
               {"kernel"},
               {"registers", right},
               {"spilled", right},
               {"local", right},
               {"code"},
               {"all", right},
               {"loop", right},
               {"in the loop"}});
  Json rows = Json::array();
  std::vector<std::string> skipped;
  for (const Step& step : chosen_steps(*problem, options.steps)) {
    try {
      const Prepared prepared = prepare_step(*problem, step, session);
      prepared.run(); // PoCL compiles for the work-group size of a launch
      session.queue.finish();
      for (const cl::Kernel& kernel : prepared.kernels) {
        Json stats = kernel_stats(kernel, session.device);
        add_rows(table, step, stats);
        stats.update({{"step", step.id}, {"values", prepared.values}});
        rows.push_back(std::move(stats));
      }
    } catch (const Skip& reason) {
      skipped.push_back(fmt::format("skipped: {} ({}): {}", step.id, step.name, reason.what()));
    }
  }
  fmt::print("\n{}\n", table.text());
  std::set<std::string> notes(skipped.begin(), skipped.end());
  for (const Json& row : rows)
    for (const Json& note : row["notes"])
      notes.insert(note);
  for (const std::string& note : notes)
    fmt::print("  {}\n", note);
  write_rows(study, options, command_line, session.device, problem->size(), rows);
  return rows.empty() ? exit_skipped : exit_passed;
}

} // namespace harness::ladder
