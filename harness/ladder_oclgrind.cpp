// --oclgrind: proves each step's kernels in the simulator. It is hundreds of times slower than a device: only tiny sizes
// make sense, awkward ones most.

#include "harness/ladder_modes.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/oclgrind.hpp"
#include "harness/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace harness::ladder {
namespace {

using Json = nlohmann::json;

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

} // namespace

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

} // namespace harness::ladder
