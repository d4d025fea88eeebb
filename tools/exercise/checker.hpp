// The program that runs an exercise's check: how it is built, and where it leaves its verdict.
#pragma once

#include "harness/system/lock.hpp"
#include "harness/system/temporary.hpp"
#include "tools/exercise/judge.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace exercise {

/// Where a checker leaves its verdict. It finds a word there, takes it away before it runs the learner's
/// code, and repeats it: what that code writes there is no verdict.
class VerdictFile {
 public:
  /// For one run of the checker.
  void prepare();
  /// An object, or null where there is no verdict.
  nlohmann::json read() const;
  /// What the checker tried last: "The check had reached: n = 31.", or nothing.
  std::string place() const;

 private:
  const harness::TemporaryDirectory directory_;
  std::string word_;

 public:
  const fs::path path = directory_.path / "verdict";

 private:
  const fs::path place_ = directory_.path / "verdict.place";
};

/// The program that judges: one for all kernels, one for each host exercise.
fs::path checker_of(const JudgeOptions& judging, const Exercise& exercise);

/// Host programs of all checks, also of those that other processes make, come from one build directory:
/// one after the other, as long as they hold the lock.
void wait_for_turn(const JudgeOptions& judging, std::optional<harness::Lock>& lock);

/// Compiles the file into the exercise's program; empty if that went well.
std::string build_host_program(const JudgeOptions& judging, const Exercise& exercise,
                               const fs::path& file);

} // namespace exercise
