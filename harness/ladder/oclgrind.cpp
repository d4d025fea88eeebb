// --oclgrind: proves each step's kernels in the simulator. It is hundreds of times slower than a device: only tiny sizes
// make sense, awkward ones most.

#include "harness/ladder/modes.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/system/process.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace harness::ladder {
using namespace common;
namespace {

using Json = nlohmann::json;

// How often verify_step() runs a step.
std::uint64_t runs_of(const Problem& problem) {
  return problem.output_is_floating_point() ? 1 : 2;
}

std::string judge_accesses(const OclgrindReport& report, const Json& contract, std::uint64_t runs) {
  std::string text;
  for (const auto& entry : contract.items()) {
    const std::string& kernel = entry.key();
    const Json& promised = entry.value();
    const auto found = report.kernels.find(kernel);
    if (found == report.kernels.end()) {
      text += fmt::format("\n    kernel {} was promised and never ran", kernel);
      continue;
    }
    for (const auto& [name, words, counter] : memory_counters<AccessCount>) {
      const std::uint64_t count = (found->second.*counter).instructions;
      const std::uint64_t wanted = runs * promised.at(name).get<std::uint64_t>();
      if (count != wanted)
        text += fmt::format("\n    {}: {} {}, the contract says {}", kernel, count, name, wanted);
    }
  }
  return text;
}

// What a reader's kernels were counted to access, beside what the step in whose place they ran promises. Nothing is
// judged.
std::string accesses_text(const OclgrindReport& report, const Step& mine, const Step& replaced,
                          const Values& values, std::uint64_t runs) {
  const auto promise = replaced.accesses ? replaced.accesses(values) : Counts{};
  std::string text;
  for (const auto& [kernel, counted] : report.kernels) {
    const auto found = promise.find(kernel);
    const Accesses promised = found == promise.end() ? Accesses{} : found->second;
    text += fmt::format("\n    {}:", kernel);
    const char* separator = " ";
    for (std::size_t i = 0; i < memory_counters<AccessCount>.size(); ++i) {
      const std::uint64_t count = (counted.*memory_counters<AccessCount>[i].counter).instructions;
      const std::uint64_t wanted = runs * (promised.*memory_counters<std::uint64_t>[i].counter);
      if (count == 0 && wanted == 0)
        continue;
      text += fmt::format("{}{} {}", separator, count, memory_counters<AccessCount>[i].words);
      if (found != promise.end())
        text += fmt::format(" ({}: {})", mine.parent, wanted);
      separator = ", ";
    }
  }
  return text;
}

// The search for uninitialised values knows fewer instructions than the rest of Oclgrind: no `freeze`, for instance,
// which its compiler makes of a division. Our steps avoid them; readers need not.
bool is_unsupported(const OclgrindReport& report) {
  return std::any_of(report.findings.begin(), report.findings.end(), [](const std::string& text) {
    return text.find("Unsupported instruction") != text.npos;
  });
}

// Of the findings in a reader's kernel those about different lines, with the name of the file where its lines are those
// of what Oclgrind has compiled.
std::vector<std::string> readers_findings(const std::vector<std::string>& findings,
                                          const Step& mine) {
  const bool same_lines = read_text(mine.reader.kernel).find("#include") == std::string::npos;
  std::vector<std::string> shown;
  std::set<std::string> places;
  for (std::string text : findings) {
    std::string place; // what it says of lines
    for (std::size_t at = text.find("At line "); at != text.npos;
         at = text.find("At line ", at + 1))
      place += text.substr(at, text.find('\n', at) - at);
    if (!place.empty() && !places.insert(place).second)
      continue;
    for (std::size_t at = text.find("input.cl"); same_lines && at != text.npos;
         at = text.find("input.cl"))
      text.replace(at, std::string_view("input.cl").size(), mine.name);
    shown.push_back(text);
  }
  if (shown.size() < findings.size())
    shown.push_back(fmt::format("and {} more in the same lines", findings.size() - shown.size()));
  return shown;
}

} // namespace

int prove_with_oclgrind(const CaseStudy& study, const LadderOptions& options,
                        const std::vector<std::string>& sizes) {
  fmt::print("{} under Oclgrind: races, bounds, uninitialised reads, access counts\n",
             study.chapter);
  bool all_clean = true;
  bool any_run = false;
  for (const std::string& size : sizes) {
    const auto problem = study.make(size, options.program.seed);
    for (const Step& step : chosen_steps(*problem, options.steps)) {
      // The child reports its values and the contract for them as JSON on its last lines.
      std::vector<std::string> command = check_command(study, options, "oclgrind", step, size);
      command.insert(command.end(), {"--json", "-"});
      OclgrindReport report = run_under_oclgrind(command, 300, step.images || step.float3_sums);
      const bool unsupported = !step.reader.kernel.empty() && is_unsupported(report);
      if (unsupported)
        report = run_under_oclgrind(command, 300, true);
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
      const std::vector<std::string> findings =
          step.reader.kernel.empty() ? report.findings : readers_findings(report.findings, step);
      for (const std::string& finding : findings)
        trouble += "\n    " + finding;
      if (document.is_object() && report.exit_code == 0) {
        const Json contract = document.value("/rows/0/accesses"_json_pointer, Json::object());
        trouble += judge_accesses(report, contract, runs_of(*problem));
        if (trouble.empty() && !step.reader.kernel.empty())
          say((unsupported ? "clean (uninitialised values not looked for)" : "clean") +
              accesses_text(report, step, chosen_steps(*problem, {step.parent}).front(),
                            document.at("/rows/0/values"_json_pointer).get<Values>(),
                            runs_of(*problem)));
        else if (trouble.empty())
          say(fmt::format("clean; {}{}",
                          contract.empty() ? "no access counts promised"
                                           : "access counts as promised",
                          step.images        ? " (images: uninitialised values not looked for)"
                          : step.float3_sums ? " (float3: uninitialised values not looked for)"
                                             : ""));
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

} // namespace harness::ladder
