#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace common {

/// How a child process ended.
struct ProcessResult {
  int exit_code =
      0; ///< 128 + signal number where a signal ended it, 127 where the program was not found
  bool timed_out = false; ///< killed, with everything it had started
  std::string output;     ///< stdout and stderr as they came, interleaved
};

struct ProcessOptions {
  int timeout_seconds = 120;
  std::vector<std::pair<std::string, std::string>>
      environment;                 ///< set in addition to this program's
  std::filesystem::path directory; ///< working directory; empty: this program's
};

/// Runs a program (looked up in PATH) with its arguments, without a shell, and waits for it. Throws
/// Error where no process can be started (and on systems without fork).
ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options = {});

/// The path of the program `name` in PATH; empty where there is none.
std::filesystem::path find_program(const std::string& name);

/// The path of the running program; empty where the system does not tell.
std::filesystem::path own_executable();

} // namespace common
