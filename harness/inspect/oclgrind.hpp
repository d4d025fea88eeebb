#pragma once

#include "harness/inspect/counters.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace harness {

/// How many memory instructions of one kind a kernel executed, over all work-items, and how many
/// bytes they moved. A vector load (float4, vload4) is one instruction.
struct AccessCount {
  std::uint64_t instructions = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const AccessCount&, const AccessCount&) = default;
};

using AccessCounts = Counters<AccessCount>;

/// What Oclgrind found in one run of a program.
struct OclgrindReport {
  int exit_code = 0; ///< of the program under it
  bool timed_out = false;
  std::vector<std::string> findings; ///< races, invalid or uninitialised accesses, divergent
                                     ///< barriers, in Oclgrind's words
  std::map<std::string, AccessCounts>
      kernels;        ///< by name of the kernel function, summed over its launches
  std::string output; ///< stdout and stderr of the program

  bool clean() const { return !timed_out && exit_code == 0 && findings.empty(); }
};

/// For a program in the simulator: a device that was chosen for other runs does not exist there, and
/// Oclgrind dies of a locale that is not installed.
inline const std::vector<std::pair<std::string, std::string>> oclgrind_environment{
    {"OCL_DEVICE", "oclgrind"}, {"LC_ALL", "C"}};

/// True if the program oclgrind is in PATH.
bool oclgrind_available();

/// Runs `command` (program and arguments) in a child process under Oclgrind with --data-races,
/// --uninitialized and --inst-counts, and reads its log, because Oclgrind exits with 0 even when it
/// found errors. The child sees one OpenCL device, Oclgrind's simulator, and is killed after
/// `timeout_seconds`, or when `give_up` says so.
/// Throws Skip where oclgrind is not installed.
///
/// `images`: the kernels use images. Then --uninitialized is left out: Oclgrind 21.10 does not note
/// that what read_imagef() and its kin return is initialised, and reports it at random.
OclgrindReport run_under_oclgrind(const std::vector<std::string>& command,
                                  int timeout_seconds = 120, bool images = false,
                                  const std::function<bool()>& give_up = {});

/// Parses what --inst-counts prints for each kernel.
std::map<std::string, AccessCounts> parse_instruction_counts(const std::string& output);

/// Splits Oclgrind's log into findings: one string of several lines for each.
std::vector<std::string> parse_findings(const std::string& log);

} // namespace harness
