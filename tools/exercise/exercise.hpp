// `./learn exercise`: the flow of the exercises.
#pragma once

#include "tools/exercise/judge.hpp"
#include "tools/exercise/progress.hpp"

#include <nlohmann/json.hpp>

namespace exercise {

/// Where everything is: the source tree, and the build directory of this program.
struct Workshop {
  std::vector<Exercise> all;
  Court court;
  Progress progress;

  Workshop(const fs::path& root, const fs::path& build);

  /// The first exercise that has not been passed; null where all have.
  const Exercise* next() const;
  /// The learner's file; made from the starter where there is none yet.
  fs::path file_of(const Exercise& exercise) const;
};

/// The command line: list, next, check ID, hint ID, reset ID, solution ID, watch [ID], verify.
/// Without a word: watch. Returns the exit code.
int exercise_main(const std::vector<std::string>& arguments, const fs::path& root,
                  const fs::path& build);

// --- watch.cpp ---------------------------------------------------------------------------------

/// Shows the exercise, checks its file at each save, and obeys the keys n h l r s q, until q or the
/// end of the input. Where the input is no terminal, it checks once. Returns an exit code.
int watch(Workshop& workshop, const Exercise* first);

// --- verify.cpp --------------------------------------------------------------------------------

/// Proves every exercise: its starter fails as it declares, its solution passes, and none of its
/// mutants does. `quick`: without the simulator's run of solutions, and one exercise of each chapter.
int verify(const Workshop& workshop, const std::vector<std::string>& wanted, bool quick,
           const std::string& json_file);

// --- show.cpp ----------------------------------------------------------------------------------

/// "★★☆".
std::string stars_text(int stars);
/// What the learner sees first: title, stars, minutes, file, and the task's text.
std::string introduction(const Workshop& workshop, const Exercise& exercise);
/// The verdict in words; green or red where `colour`.
std::string verdict_text(const Verdict& verdict, bool colour);
/// The hint of this level (1 to 3), and where the next one is.
std::string hint_text(const Exercise& exercise, int level);
/// A table of all exercises with what is done.
std::string list_text(const Workshop& workshop);
nlohmann::json list_json(const Workshop& workshop);

} // namespace exercise
