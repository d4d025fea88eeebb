// The proof that the exercises themselves are right.

#include "common/error.hpp"
#include "common/report.hpp"
#include "tools/exercise/exercise.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace exercise {
namespace {

using Json = nlohmann::json;

struct Finding {
  std::string what;    ///< "starter", "solution", "solution with work-groups of one", "mutant_2.cl"
  std::string problem; ///< empty: as it should be
  Outcome outcome;
};

Finding starter_fails(const Workshop& workshop, const Exercise& e) {
  const Verdict verdict = judge(workshop.court, e, workshop.court.places.starter(e));
  std::string problem;
  if (verdict.outcome != e.fails_with)
    problem = fmt::format("it should end with '{}', and ends with '{}': {}", name_of(e.fails_with),
                          name_of(verdict.outcome), verdict.message);
  else if (verdict.message.find(e.says) == std::string::npos)
    problem = fmt::format("the message does not say '{}': {}", e.says, verdict.message);
  return {"starter", problem, verdict.outcome};
}

Finding solution_passes(const Court& court, const Exercise& e, const std::string& what) {
  const Verdict verdict = judge(court, e, court.places.solution(e));
  const bool fine = verdict.outcome == Outcome::passed || verdict.outcome == Outcome::skipped;
  return {what, fine ? "" : verdict.message, verdict.outcome};
}

Finding mutant_fails(const Court& court, const Exercise& e, const fs::path& mutant) {
  const Verdict verdict = judge(court, e, mutant);
  return {mutant.filename().string(),
          verdict.outcome == Outcome::passed ? "a wrong version passes" : "", verdict.outcome};
}

std::vector<Finding> verify_one(const Workshop& workshop, const Exercise& e, bool quick) {
  std::vector<Finding> findings{starter_fails(workshop, e),
                                solution_passes(workshop.court, e, "solution")};
  if (findings.back().outcome == Outcome::skipped)
    return findings; // nothing more can be learned on this device
  if (!quick) {
    Court limited = workshop.court;
    limited.simulator = false;
    limited.environment.emplace_back("POCL_MAX_WORK_GROUP_SIZE", "1");
    findings.push_back(solution_passes(limited, e, "solution with work-groups of one"));
  }
  const std::vector<fs::path> mutants = workshop.court.places.mutants(e);
  if (mutants.size() < 3)
    findings.push_back(
        {"mutants", fmt::format("there are {}, and not three", mutants.size()), Outcome::wrong});
  for (const fs::path& mutant : mutants)
    findings.push_back(mutant_fails(workshop.court, e, mutant));
  return findings;
}

// Nothing may be needed before it has been taught.
std::vector<std::string> order_problems(const std::vector<Exercise>& all) {
  std::vector<std::string> problems;
  std::set<std::string> taught;
  for (const Exercise& e : all) {
    for (const std::string& concept_ : e.requires_)
      if (taught.count(concept_) == 0)
        problems.push_back(
            fmt::format("{} requires '{}', which nothing before it teaches", e.path, concept_));
    taught.insert(e.teaches.begin(), e.teaches.end());
  }
  return problems;
}

} // namespace

int verify(const Workshop& workshop, const std::vector<std::string>& wanted, bool quick,
           const std::string& json_file) {
  std::vector<const Exercise*> chosen;
  for (const Exercise& e : workshop.all)
    if (wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
          return e.path.rfind(name, 0) == 0 || &find(workshop.all, name) == &e;
        }))
      chosen.push_back(&e);
  common::Progress progress("verify");
  Json rows = Json::array();
  std::map<std::string, int> totals;
  int problems = 0;
  for (const std::string& problem : order_problems(workshop.all)) {
    fmt::print("order: {}\n", problem);
    ++problems;
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Exercise& e = *chosen[i];
    progress.show(fmt::format("{} of {}: {}", i + 1, chosen.size(), e.path));
    Json findings = Json::array();
    for (const Finding& finding : verify_one(workshop, e, quick)) {
      if (!finding.problem.empty()) {
        progress.show("");
        fmt::print("{}, {}: {}\n", e.path, finding.what, finding.problem);
        ++problems;
      } else {
        ++totals[finding.outcome == Outcome::skipped      ? "skipped"
                 : finding.what == "starter"              ? "starters that fail"
                 : finding.what.rfind("solution", 0) == 0 ? "solutions that pass"
                                                          : "mutants rejected"];
      }
      findings.push_back({{"what", finding.what},
                          {"outcome", name_of(finding.outcome)},
                          {"problem", finding.problem}});
    }
    rows.push_back({{"id", e.id}, {"path", e.path}, {"findings", findings}});
  }
  progress.show("");
  fmt::print("{} exercises", chosen.size());
  for (const auto& [what, count] : totals)
    fmt::print(", {} {}", count, what);
  fmt::print("; {} problems\n", problems);
  if (!json_file.empty())
    common::write_json(json_file, {{"exercises", rows}, {"problems", problems}});
  if (chosen.empty())
    throw common::UsageError("no exercise is chosen.");
  return problems == 0 ? common::exit_passed : common::exit_failed;
}

} // namespace exercise
