#pragma once

// What several test files need: directories that vanish, an environment that is put back, programs
// to run, output to catch.

#include "harness/inspect/oclgrind.hpp"
#include "harness/system/process.hpp"
#include "harness/system/temporary.hpp"
#include "harness/system/text.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Ends the test case here and counts it as skipped: where all test cases of a run are, the run
/// ends with 77, which CTest shows as "Skipped".
#define SKIP_TEST(reason)                                                                          \
  do {                                                                                             \
    ::tests::note_skip(reason);                                                                    \
    return;                                                                                        \
  } while (false)

/// Marks a test case of the long tier: TEST_CASE("name" * tests::long_tier) { ... CMake looks for such marks at the end of a
/// line, and makes an entry of CTest for them.
namespace tests {
inline const doctest::test_suite long_tier("long");
/// Marks one whose checks another one of the long tier makes too: it is left out where that one runs.
inline const doctest::test_suite covered("covered");
} // namespace tests

/// For the tests that run the simulator.
#define NEEDS_OCLGRIND                                                                             \
  if (!harness::oclgrind_available())                                                              \
  SKIP_TEST("oclgrind is not installed")

namespace tests {

namespace fs = std::filesystem;
using Environment = std::vector<std::pair<std::string, std::string>>;

/// The project's directory, and where this build has its programs and its tests (no macros: common/places.hpp says
/// why).
std::string source_root();
std::string bin_dir();
std::string test_bin_dir();

void note_skip(const std::string& reason);
int skipped_cases();

/// Tests neither see nor change what --tune has remembered for the user, nor the user's choice of
/// kernels, nor which exercises the user has done; all of them share one cache of compiled kernels below the build directory,
/// or in $TEST_KERNEL_CACHE, which several builds can share.
void isolate();

/// A new empty directory, removed with all it holds at the end of the scope.
class TemporaryDirectory : public harness::TemporaryDirectory {
 public:
  /// Writes a file below it, with the directories that it needs, and returns its path.
  fs::path write(const fs::path& relative, std::string_view text) const;
  /// The names of all files below it, sorted.
  std::vector<std::string> files() const;
};

/// Sets an environment variable of this process (or removes it, for nullopt) until the end of the
/// scope.
class ScopedEnvironment {
 public:
  ScopedEnvironment(std::string name, const std::optional<std::string>& value);
  ~ScopedEnvironment();
  ScopedEnvironment(const ScopedEnvironment&) = delete;
  ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;

 private:
  std::string name_;
  std::optional<std::string> before_;
};

/// While it lives PoCL builds kernels without optimisation, in a third of the time: for tests of the host's side, and for
/// sweeps over problems, of whose steps the kernels as they are have tests as well.
struct Unoptimised {
  const ScopedEnvironment flags{"POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable"};
};

/// A machine without OpenCL, for the processes that get this environment. The loader is sent to an
/// empty directory: one that does not exist is not taken seriously by all of them.
struct Unplugged {
  const TemporaryDirectory empty;
  const Environment environment{{"OCL_ICD_VENDORS", empty.path.string()},
                                {"OCL_ICD_FILENAMES", ""}};
};

/// Works in another directory until the end of the scope.
class ScopedDirectory {
 public:
  explicit ScopedDirectory(const fs::path& directory) : before_(fs::current_path()) {
    fs::current_path(directory);
  }
  ~ScopedDirectory() { fs::current_path(before_); }
  ScopedDirectory(const ScopedDirectory&) = delete;
  ScopedDirectory& operator=(const ScopedDirectory&) = delete;

 private:
  fs::path before_;
};

/// What `action` writes to stdout and stderr of this process.
std::string output_of(const std::function<void()>& action);

/// The chapters with a laboratory, as "15_matmul", in order.
std::vector<std::string> labs();

/// The chapters with a program of their lesson, likewise.
std::vector<std::string> programs();

/// The chapters whose laboratory makes a case study, which is a ladder.
std::vector<std::string> case_studies();

/// What is particular to a ladder, for the tests of all of them: tests/ladders/CHAPTER.json, empty where there is none.
///   {"counted": [options of the problem for which kernels state their counts; none: --size tiny],
///    "problems": [[options of a run that reaches what the first problem does not, for the mutants]],
///    "harmless": [{"why", "kernels": [beginnings of names], "mutant": part of its name}, mutants as right as the original],
///    "headers": {"four.clh": a step that includes it}, whose mutants are tried, too,
///    "definitions": a line of kernel files that have little but definitions,
///    "others": [[options that choose a second ladder]],
///    "bench_size": a small one, "refused_sizes": [...], "too_large": for any device; null: no size is,
///    "environment": {NAME: VALUE}}
nlohmann::json about_ladder(const std::string& chapter);

/// Runs the program of this name in the build directory: "15_matmul" is a lesson's, "15_matmul_lab" its laboratory's.
harness::ProcessResult run_program(const std::string& name,
                                   const std::vector<std::string>& arguments,
                                   const harness::ProcessOptions& options = {});

/// Runs a chapter's laboratory.
harness::ProcessResult run_lab(const std::string& chapter,
                               const std::vector<std::string>& arguments,
                               const harness::ProcessOptions& options = {});

/// Runs the planted ladder (tests/ladder/planted.hpp).
harness::ProcessResult run_planted(const std::vector<std::string>& arguments,
                                   const Environment& environment = {},
                                   const fs::path& directory = {});

/// Runs a test case of this executable that is marked doctest::skip() in a child process, where its
/// environment differs from this one's.
harness::ProcessResult run_child_case(const std::string& name, const Environment& environment = {});

/// The chapter's JSON: what it writes with --json. Fails the test case where it does not parse.
nlohmann::json json_from(const fs::path& file);

using harness::contains;

} // namespace tests
