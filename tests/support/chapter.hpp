#pragma once

// What the tests of a chapter do with the program of its lesson and with its laboratory: run them, look at the picture,
// read the JSON, change a kernel and see that it is noticed, make mistakes on purpose. That it has the options of every program, and what it says
// without OpenCL, is tested for all of them in tests/cli/test_contract.cpp.

#include "common/image.hpp"
#include "tests/support/support.hpp"

namespace tests {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

/// Is the device that programs choose one of PoCL's?
bool on_pocl();

/// For what has to hold with work-groups of one work-item as well (which PoCL can be limited to).
extern const std::vector<Environment> any_group_size;

/// A change of a kernel that makes it wrong.
struct WrongKernel {
  std::string file; ///< below kernels/NN_topic, or below kernels: "common/busy.cl"
  std::string from; ///< its first occurrence is replaced ...
  std::string to;   ///< ... by this
  std::string only; ///< the experiment of the laboratory that has to notice; empty for a program
  std::string says; ///< words of the message; "a|b": these or those
};

/// Where a mistake (--demo) has to show itself. Elsewhere it is harmless, and the program says so.
enum class Shows { everywhere, on_pocl, perhaps };

struct Mistake {
  std::string name;
  std::string says; ///< words of what is seen; "a|b": these or those
  Shows where = Shows::on_pocl;
};

/// A command line that has to be refused.
struct Refusal {
  Words arguments;
  int code;         ///< 2: wrong usage; 1: right usage, but it cannot be done
  std::string says; ///< words of the message
};

/// The program of a lesson, by the name of its directory: "08_kernels_and_ndranges".
class Program {
 public:
  explicit Program(std::string name);

  harness::ProcessResult run(const Words& arguments, const Environment& environment = {}) const;

  /// The picture that it writes with these arguments (--output is added). Checks that it passes and says all of this.
  common::Image picture(Words arguments, const Words& says = {},
                        const Environment& environment = {}) const;

  /// Checks that it refuses each of these in one sentence, and leaves nothing behind. (What all programs refuse, a picture that is not there
  /// for instance: tests/cli/test_contract.cpp.)
  void refuses(const std::vector<Refusal>& refusals) const;

  /// Checks that the short form fails with each of these kernels, and says why. (`only` is not used here.)
  void notices(const std::vector<WrongKernel>& wrong) const;

  const std::string name;
};

/// The laboratory of a chapter, by the name of its directory: "08_kernels_and_ndranges".
class Lab {
 public:
  explicit Lab(std::string name);

  harness::ProcessResult run(const Words& arguments, const Environment& environment = {}) const;

  /// What a run with these arguments writes with --json; that of {"--quick"} has been made already, with groups of any size and
  /// of one (short_run.hpp). Fails the test case where the program fails.
  Json results(Words arguments, const Environment& environment = {}) const;
  /// What one experiment writes, in its short form (that of all experiments, where it has a part) or in full length.
  Json experiment(const std::string& only, const Environment& environment = {}) const;
  Json full_experiment(const std::string& only, const Environment& environment = {}) const;

  /// Checks that the short form says all of this, with work-groups of one work-item as well (short_run.hpp).
  void says(const Words& words) const;

  /// A kernel file in which the first `from` is `to`.
  std::string changed_kernel(const std::string& file, const std::string& from,
                             const std::string& to) const;
  /// Runs with such a file.
  harness::ProcessResult run_changed(const std::string& file, const std::string& from,
                                     const std::string& to, const Words& arguments) const;

  /// Checks that the short form of the experiment fails with each of these kernels, and says why.
  void notices(const std::vector<WrongKernel>& wrong) const;
  /// Checks that each of these mistakes shows itself, or is skipped with a reason where it may be.
  void shows(const std::vector<Mistake>& mistakes, const Words& options = {},
             const Environment& environment = {}) const;

  const std::string name;
  const fs::path kernels; ///< their directory
};

} // namespace tests
