// The steps, and the modes of a case study; each mode has a file of its own.

#include "harness/ladder/ladder.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/ladder/modes.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/report.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace harness {
using namespace common;

namespace ladder {

std::vector<Step> chosen_steps(const Problem& problem, const std::vector<std::string>& ids) {
  std::vector<Step> all = problem.steps_to_run();
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

std::vector<std::string> check_command(const CaseStudy& study, const LadderOptions& options,
                                       const std::string& device, const Step& step,
                                       const std::string& size) {
  const bool own = !step.reader.kernel.empty();
  std::vector<std::string> command{own_executable().string(),
                                   "--check",
                                   "--step",
                                   own ? step.parent : step.id,
                                   "--size",
                                   size,
                                   "--seed",
                                   std::to_string(options.program.seed)};
  if (own)
    command.insert(command.end(), {"--kernel", step.reader.kernel});
  if (!device.empty())
    command.insert(command.end(), {"--device", device});
  for (const std::string& value : options.set)
    command.insert(command.end(), {"--set", value});
  command.insert(command.end(), study.own_options.begin(), study.own_options.end());
  return command;
}

void write_rows(const CaseStudy& study, const LadderOptions& options,
                const std::string& command_line, const cl::Device& device, const std::string& size,
                const nlohmann::json& rows) {
  if (!options.program.json_file.empty())
    write_json(options.program.json_file, {{"chapter", study.chapter},
                                           {"date", today()},
                                           {"command", command_line},
                                           {"device", device_json(device)},
                                           {"size", size},
                                           {"rows", rows}});
}

} // namespace ladder

namespace {

// The values that a step gets on a device that holds its first preset: what stays the same from its parent on, and what
// does not.
void print_pins(const std::vector<Step>& all, const std::vector<Step>& chosen) {
  Table table({{"step"}, {"parent"}, {"first preset (* changed against the parent)"}});
  bool any = false;
  for (const Step& step : chosen) {
    if (step.presets.empty() || step.presets.front().empty())
      continue;
    any = true;
    const Step* const parent = parent_of(all, step);
    std::vector<std::string> values;
    for (const auto& pin : step.presets.front()) {
      const auto changed = [&] {
        const auto other = parent->presets.front().find(pin.first);
        return other != parent->presets.front().end() && other->second != pin.second;
      };
      const bool compared = parent && !parent->presets.empty();
      values.push_back(
          fmt::format("{}{}={}", compared && changed() ? "*" : "", pin.first, pin.second));
    }
    table.add({step.id, parent ? parent->id : "", fmt::format("{}", fmt::join(values, " "))});
  }
  if (any)
    fmt::print("\n{}", table.text());
}

void print_list(const CaseStudy& study, const LadderOptions& options) {
  const auto problem = study.make(study.quick_sizes.front(), options.program.seed);
  const std::vector<Step> all = problem->steps_to_run();
  const std::vector<Step> chosen = ladder::chosen_steps(*problem, options.steps);
  Table table({{"step"}, {"name"}, {"what changes"}});
  nlohmann::json steps = nlohmann::json::array();
  for (const Step& step : chosen) {
    table.add({step.id, step.name, step.change});
    const Step* const parent = parent_of(all, step);
    steps.push_back({{"id", step.id},
                     {"name", step.name},
                     {"change", step.change},
                     {"kernel", step.kernel_file},
                     {"parent", parent ? nlohmann::json(parent->id) : nlohmann::json()},
                     {"presets", step.presets},
                     {"changed_parameters", step.changed_parameters}});
  }
  fmt::print("{}", table.text());
  print_pins(all, chosen);
  if (!options.program.json_file.empty())
    write_json(options.program.json_file, {{"chapter", study.chapter}, {"steps", steps}});
}

} // namespace

bool LadderOptions::wants_ladder() const {
  return list || check || bench || tune || oclgrind || stats || counters || !set.empty() ||
         !kernel.empty() || !steps.empty() || !sizes.empty();
}

void add_ladder_options(CLI::App& app, LadderOptions& options) {
  add_lab_options(app, options.program);
  app.add_flag("--list", options.list, "list the steps and end");
  app.add_option("--step", options.steps, "only these steps (ids, separated by commas)")
      ->delimiter(',')
      ->type_name("ID");
  app.add_option("--size", options.sizes,
                 "only these sizes (separated by commas); tiny: one for the simulator")
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
  auto* stats = app.add_flag("--stats", options.stats,
                             "show what the compiler made of the kernels: registers, instructions");
  auto* counters = app.add_flag(
      "--counters", options.counters,
      "show what the hardware counts while the kernels run: stalls, cache hits, wavefronts");
  auto* set = app.add_option("--set", options.set,
                             "these values of the steps' parameters instead of their presets' "
                             "(separated by commas)")
                  ->delimiter(',')
                  ->type_name("NAME=VALUE");
  auto* kernel = app.add_option("--kernel", options.kernel,
                                "your own kernel in the place of that of one --step")
                     ->type_name("FILE");
  app.add_flag("--watch", options.watch, "with --kernel: again at each save")->needs(kernel);
  app.add_option("--kernel-seconds", options.kernel_seconds,
                 "with --kernel and --set: the longest that one run may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  tune->excludes(set)->excludes(kernel);
  auto* seconds =
      app.add_option("--seconds", options.seconds,
                     "time for a whole measurement, which goes to the fastest rows first")
          ->check(CLI::PositiveNumber)
          ->capture_default_str();
  auto* record =
      app.add_option("--record", options.record_file,
                     "with --bench: as --json, but only what was measured on a quiet machine")
          ->type_name("FILE")
          ->each([](const std::string& file) { require_writable(file); });
  app.add_option("--tune-seconds", options.tune_seconds, "time for the search, for each step")
      ->capture_default_str();
  check->excludes(bench)->excludes(tune)->excludes(oclgrind)->excludes(stats);
  bench->excludes(tune)->excludes(oclgrind)->excludes(stats);
  tune->excludes(oclgrind)->excludes(stats);
  oclgrind->excludes(stats);
  for (CLI::Option* const mode : {check, bench, tune, oclgrind, stats, seconds})
    counters->excludes(mode);
  record->needs(bench);
  seconds->excludes(check)->excludes(tune)->excludes(oclgrind)->excludes(stats);
}

int run_case_study(const CaseStudy& plain_study, const LadderOptions& given_options,
                   const std::string& command_line) {
  LadderOptions options = given_options;
  const CaseStudy study = ladder::with_readers_part(plain_study, options);
  std::replace(options.sizes.begin(), options.sizes.end(), std::string("tiny"), study.tiny_size);
  if (options.list) {
    print_list(study, options);
    return exit_passed;
  }
  const auto sizes_or = [&](const std::vector<std::string>& usual) {
    return options.sizes.empty() ? usual : options.sizes;
  };
  // What makes no sense ends the program before anything has run; inputs are made only when they are uploaded.
  for (const std::string& size : sizes_or({study.quick_sizes.front()}))
    ladder::chosen_steps(*study.make(size, options.program.seed), options.steps);
  if (options.oclgrind)
    return ladder::prove_with_oclgrind(study, options, sizes_or({study.quick_sizes.front()}));
  if (options.stats)
    return ladder::show_stats(study, options, command_line,
                              sizes_or({study.quick_sizes.front()}).front());
  if (options.counters)
    return ladder::show_counters(study, options, command_line, sizes_or(study.bench_sizes).front());
  if (options.tune)
    return ladder::tune(study, options, sizes_or(study.bench_sizes));
  return ladder::verify_and_time(study, options, command_line,
                                 sizes_or(options.bench           ? study.bench_sizes
                                          : options.check         ? study.check_sizes
                                          : options.program.quick ? study.quick_sizes
                                                                  : study.default_sizes));
}

} // namespace harness
