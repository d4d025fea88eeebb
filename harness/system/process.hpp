#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace harness {

/// How a child process ended.
struct ProcessResult {
  /// 128 + signal number where a signal ended it, 127 where the program was not found.
  int exit_code = 0;
  /// It was killed because of its time (of either kind), or because nobody waits any more.
  bool timed_out = false;
  /// stdout and stderr as they came, interleaved; of more than 16 MiB, the end.
  std::string output;
};

struct ProcessOptions {
  int timeout_seconds = 120;
  std::vector<std::pair<std::string, std::string>> environment =
      {};                               ///< set in addition to this program's
  std::filesystem::path directory = {}; ///< working directory; empty: this program's
  /// The program has this one's terminal: what it writes goes there and not into ProcessResult, and Ctrl-C reaches it.
  bool foreground = false;
  std::function<bool()> give_up = {}; ///< asked again and again; true: as if it had timed out
  /// The processor time (of all its threads) after which it is killed, too; 0: none. Unlike the other time, it tells a program
  /// that computes without end from a machine that is busy.
  int cpu_seconds = 0;
};

/// Runs a program (looked up in PATH) with its arguments, without a shell, and waits for it. What it
/// has started and left running is ended with it, or with this program, however that ends: on Linux all of it,
/// elsewhere what is still in its process group. Throws Error where no process can be started (and
/// on systems without fork).
ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options = {});

/// Becomes that program (looked up in PATH), without a shell. Returns where it cannot be started; errno
/// says why.
void execute(const std::vector<std::string>& command);

/// The path of the program `name` in PATH; empty where there is none.
std::filesystem::path find_program(const std::string& name);

} // namespace harness
