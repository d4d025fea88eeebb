// What an exercise's check has to say of a file: first on the device, then in the simulator.
#pragma once

#include "tools/exercise/catalogue.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace exercise {

/// What a kernel does to memory in the simulator, all sizes of the check together.
struct Cost {
  std::string kernel, what;     ///< "reads {} values": with the number in place of {}
  std::uint64_t count, allowed; ///< allowed: the exercise's budget
};

/// A result that is a picture, small enough for a terminal: grey, 0 to 255, row by row.
struct Picture {
  std::size_t columns = 0;
  std::vector<int> mine, right; ///< the learner's and the one that it should be
};

struct Verdict {
  Outcome outcome = Outcome::passed;
  std::string message = {}; ///< full sentences, several lines; empty where all is well
  double seconds = 0.0;     ///< that the judging took
  std::string left_out =
      {};                   ///< why a part was not judged ("oclgrind is not installed"); else empty
  std::string printed = {}; ///< the end of what it wrote to the screen on the device
  std::vector<Cost> costs = {};     ///< what the simulator counted, where there is a budget
  double kernel_milliseconds = 0.0; ///< of all launches on the device; 0: not measured
  Picture picture = {};             ///< the last one of the check; empty: it makes none
  bool crashed = false;             ///< Outcome::timeout stands for a crash
};

/// The exit code of `./learn exercise check`: 0 passed, 1 wrong, 3 does not compile, 4 sanitizer, 5
/// over budget, 6 time-out or crash, 77 skipped.
int exit_code_of(Outcome outcome);

/// What a file is judged with.
struct JudgeOptions {
  fs::path build; ///< the build directory: exercise-check is in its bin/
  Places places;
  std::string device; ///< see common::pick_device()
  unsigned seed = 42;
#ifdef SANITIZED // such programs do not run under it
  bool simulator = false;
#else
  bool simulator = true; ///< Oclgrind too
#endif
  bool timed = false;   ///< measure the kernels' time, too: the check runs several times
  bool reasons = false; ///< ask Oclgrind, too, why a kernel is wrong or crashes
  std::vector<std::pair<std::string, std::string>> environment; ///< for instance work-groups of one
  std::function<bool()>
      give_up; ///< true: nobody waits for this verdict any more; what it says is void
  /// Says to the learner what the check waits for. Empty: it waits in silence, as long as it takes.
  std::function<void(const std::string&)> tell;
  double most_seconds_of_waiting = 300.0;
};

/// Judges `file`, which is the learner's, the starter, the solution or a mutant. Learner code runs in
/// child processes with limits (limits.hpp). Throws common::Error where it cannot be judged.
Verdict judge(const JudgeOptions& judging, const Exercise& exercise, const fs::path& file);

} // namespace exercise
