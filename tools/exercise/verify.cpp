// The proof that the exercises themselves are right.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"
#include "tools/exercise/exercise.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace exercise {
namespace {

using Json = nlohmann::json;

struct Finding {
  std::string
      what; ///< "starter", "solution", "solution with work-groups of one", "mutant no_guard"
  std::string problem; ///< empty: as it should be
  Outcome outcome;
  double seconds = 0.0;
  std::string reason = {}; ///< why it was skipped
};

// Why `verdict` is not `wanted`; empty if it is. What the simulator has to find may show on some devices
// already: in the results, or in a crash.
std::string difference(const Verdict& verdict, Outcome wanted, const std::string& says = "") {
  const bool shows_early =
      wanted == Outcome::sanitizer && (verdict.outcome == Outcome::wrong || verdict.crashed);
  if (verdict.outcome != wanted && !shows_early)
    return fmt::format("it should end with '{}', but ends with '{}'. {}", name_of(wanted),
                       name_of(verdict.outcome), verdict.message);
  if (verdict.message.find(says) == std::string::npos)
    return fmt::format("the message does not say '{}'. {}", says, verdict.message);
  return {};
}

bool only_the_simulator_sees(Outcome outcome) {
  return outcome == Outcome::sanitizer || outcome == Outcome::budget;
}

// Why it is no wonder that `verdict` is 'passed': the simulator was not asked, which might have found
// something. Empty where it should not have passed. `wanted`: none means in any way.
std::string unseen(const JudgeOptions& judging, const Verdict& verdict,
                   std::optional<Outcome> wanted) {
  if (verdict.outcome != Outcome::passed)
    return {};
  if (!judging.simulator)
    return wanted && only_the_simulator_sees(*wanted) ? "Only the simulator sees what is wrong."
                                                      : "";
  return !harness::oclgrind_available() && (!wanted || only_the_simulator_sees(*wanted))
             ? verdict.left_out
             : "";
}

Finding starter_fails(const JudgeOptions& judging, const Exercise& e) {
  const Verdict verdict = judge(judging, e, judging.places.starter(e));
  if (const std::string reason = unseen(judging, verdict, e.fails_with); !reason.empty())
    return {"starter", "", Outcome::skipped, verdict.seconds, reason};
  return {"starter", difference(verdict, e.fails_with, e.says), verdict.outcome, verdict.seconds};
}

Finding solution_passes(const JudgeOptions& judging, const Exercise& e, const std::string& what) {
  const Verdict verdict = judge(judging, e, judging.places.solution(e));
  if (verdict.outcome == Outcome::skipped)
    return {what, "", verdict.outcome, verdict.seconds, verdict.message};
  return {what, difference(verdict, Outcome::passed), verdict.outcome, verdict.seconds};
}

Finding mutant_fails(const JudgeOptions& judging, const Exercise& e, const Mutant& mutant) {
  const harness::TemporaryDirectory scratch; // for the mutants
  const fs::path file = scratch.path / e.file;
  common::write_text(file, mutant.text);
  const Verdict verdict = judge(judging, e, file);
  if (const std::string reason = unseen(judging, verdict, mutant.fails_with); !reason.empty())
    return {"mutant " + mutant.name, "", Outcome::skipped, verdict.seconds, reason};
  return {"mutant " + mutant.name,
          verdict.outcome == Outcome::passed
              ? (judging.simulator
                     ? "a wrong version passes."
                     : "a wrong version passes on the device. If the simulator shows what is "
                       "wrong, its 'fails_with' should say so.")
          : verdict.outcome == Outcome::build ? "it does not even compile. " + verdict.message
          : mutant.fails_with                 ? difference(verdict, *mutant.fails_with)
                                              : "",
          verdict.outcome, verdict.seconds};
}

// One that the device shows to be wrong. Which one depends on nothing but the text of all of them, so that it is the same for
// everybody, and another one in the next exercise.
std::vector<Mutant> one_of(std::vector<Mutant> mutants) {
  std::erase_if(mutants, [](const Mutant& mutant) {
    return mutant.fails_with && only_the_simulator_sees(*mutant.fails_with);
  });
  std::uint32_t hash = 2166136261; // FNV-1a
  for (const Mutant& mutant : mutants)
    for (const char c : mutant.text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return mutants.empty() ? mutants : std::vector<Mutant>{mutants[hash % mutants.size()]};
}

std::vector<Finding> verify_one(const JudgeOptions& judging, const Exercise& e, bool quick) {
  std::vector<Finding> findings{starter_fails(judging, e), solution_passes(judging, e, "solution")};
  if (findings.back().outcome == Outcome::skipped)
    return {findings.back()}; // nothing can be learned on this device
  if (!quick && e.kind != Kind::predict) {
    JudgeOptions limited = judging;
    limited.simulator = false;
    limited.environment.emplace_back("POCL_MAX_WORK_GROUP_SIZE", "1");
    findings.push_back(solution_passes(limited, e, "solution with work-groups of one"));
  }
  const std::vector<Mutant> wrong = mutants(judging.places, e);
  if (wrong.size() < 3)
    findings.push_back(
        {"mutants", fmt::format("there are only {}: write three.", wrong.size()), Outcome::wrong});
  for (const Mutant& mutant : quick ? one_of(wrong) : wrong)
    findings.push_back(mutant_fails(judging, e, mutant));
  return findings;
}

// The exercises whose path begins with `name`, or the one that it means.
std::vector<const Exercise*> meant_by(const Workshop& workshop, const std::string& name) {
  std::vector<const Exercise*> chosen;
  for (const Exercise& e : workshop.all)
    if (e.path.rfind(name, 0) == 0)
      chosen.push_back(&e);
  if (chosen.empty())
    chosen.push_back(&find(workshop.all, name));
  return chosen;
}

const char* heading_of(const Finding& finding) {
  return finding.outcome == Outcome::skipped      ? "skipped"
         : finding.what == "starter"              ? "starters fail as declared"
         : finding.what.rfind("solution", 0) == 0 ? "runs of solutions pass"
                                                  : "mutants rejected";
}

} // namespace

int verify(const Workshop& workshop, const std::vector<std::string>& wanted, bool quick,
           const std::string& json_file) {
  const common::Stopwatch watch;
  JudgeOptions judging = workshop.judging;
  judging.simulator = judging.simulator && !quick;
  std::vector<const Exercise*> chosen;
  for (const std::string& name : wanted.empty() ? std::vector<std::string>{""} : wanted)
    for (const Exercise* e : meant_by(workshop, name))
      chosen.push_back(e);
  int problems = 0;
  for (const std::string& problem : order_problems(judging.places, workshop.all)) {
    fmt::print("order: {}\n", problem);
    ++problems;
  }

  // Two threads: each waits for children, which have threads of their own. Host programs go through
  // one build directory, and are one thread's business.
  const auto others = std::stable_partition(chosen.begin(), chosen.end(),
                                            [](const Exercise* e) { return e->is_host(); });
  harness::Progress progress("verify");
  Json rows = Json::array();
  std::map<std::string, int> totals, reasons;
  std::mutex telling;
  std::atomic<std::size_t> begun = static_cast<std::size_t>(others - chosen.begin());
  std::size_t done = 0;
  const auto tell = [&](const Exercise& e, const std::vector<Finding>& findings) {
    const std::lock_guard lock(telling);
    progress.show("");
    Json list = Json::array();
    for (const Finding& finding : findings) {
      if (!finding.problem.empty()) {
        fmt::print("{}, {}: {}\n", e.path, finding.what, finding.problem);
        ++problems;
      } else {
        ++totals[heading_of(finding)];
        if (finding.outcome == Outcome::skipped)
          ++reasons[finding.reason];
      }
      list.push_back({{"what", finding.what},
                      {"outcome", name_of(finding.outcome)},
                      {"seconds", finding.seconds},
                      {"problem", finding.problem},
                      {"reason", finding.reason}});
    }
    rows.push_back({{"id", e.id}, {"path", e.path}, {"findings", list}});
    progress.show(fmt::format("{} of {}: {}", ++done, chosen.size(), e.path));
  };
  const auto prove = [&](const Exercise& e) {
    try {
      tell(e, verify_one(judging, e, quick));
    } catch (const std::exception& error) {
      tell(e, {{"its check", error.what(), Outcome::wrong}});
    }
  };
  const auto prove_others = [&] {
    for (std::size_t i = begun++; i < chosen.size(); i = begun++)
      prove(*chosen[i]);
  };
  std::thread second(prove_others);
  for (auto host = chosen.begin(); host != others; ++host)
    prove(**host);
  prove_others();
  second.join();
  progress.show("");
  for (const auto& [reason, count] : reasons)
    fmt::print("skipped, {}: {}\n", count, reason);
  fmt::print("{} exercises", chosen.size());
  for (const auto& [what, count] : totals)
    fmt::print(", {} {}", count, what);
  fmt::print("; {} problems; {:.0f} s\n", problems, watch.seconds());
  if (!json_file.empty())
    harness::write_json(json_file, {{"exercises", rows}, {"problems", problems}});
  return problems == 0 ? common::exit_passed : common::exit_failed;
}

} // namespace exercise
