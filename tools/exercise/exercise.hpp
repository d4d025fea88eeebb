// `./learn exercise`: the flow of the exercises.
#pragma once

#include "tools/exercise/judge.hpp"
#include "tools/exercise/progress.hpp"

#include <nlohmann/json.hpp>

namespace exercise {

/// All exercises, what they are judged with, and what the learner has done.
struct Workshop {
  std::vector<Exercise> all;
  JudgeOptions judging;
  Progress progress;

  /// `root`: the source tree; `build`: the build directory of this program.
  Workshop(const fs::path& root, const fs::path& build);

  bool has_passed(const Exercise& exercise) const { return !progress.of(exercise).passed.empty(); }
  std::size_t passed_count() const;
  /// The first exercise that has not been passed, looking behind `after` (without: from the one on that the learner
  /// was at last), and then from the beginning; null where all have.
  const Exercise* next(const Exercise* after = nullptr) const;
  /// The learner's file; made from the starter where there is none yet.
  fs::path file_of(const Exercise& exercise) const;
  /// The same as a name that works where the learner is: short in the root of the source tree.
  std::string file_name_of(const Exercise& exercise) const;
  /// Judges the learner's file, and notes what was passed; for `give_up` see JudgeOptions. What cannot be judged here
  /// is skipped with the reason. Throws common::Error only where there is no place for temporary files.
  Verdict check(const Exercise& exercise, const std::function<bool()>& give_up = {});
  /// Shows one hint more; all that have been shown, each a line of Markdown.
  std::string hint(const Exercise& exercise);
  /// Puts the starter back; returns where the learner's text is kept, or nothing if it was the starter.
  fs::path reset(const Exercise& exercise);
  /// Takes the last reset back: the file (what is in it now is kept) and what was done. In words.
  std::string undo_reset(const Exercise& exercise);
  bool solution_is_due(const Exercise& exercise) const;
  /// The solution and its reasons, as Markdown; a refusal before it is due.
  std::string solution(const Exercise& exercise) const;
};

/// The command line: list, next, check ID, hint ID, reset ID, undo ID, solution ID, watch [ID],
/// verify, report DIR.
/// Without a word: watch. Returns the exit code.
int exercise_main(const std::vector<std::string>& arguments, const fs::path& root,
                  const fs::path& build);

// --- watch.cpp ---------------------------------------------------------------------------------

/// Shows the exercise, checks its file at each save, and obeys the keys (screen.hpp), until q or the
/// end of the input. Where input or output is no terminal, it checks once. Returns an exit code.
int watch(Workshop& workshop, const Exercise* first);

// --- verify.cpp --------------------------------------------------------------------------------

/// Proves every exercise: its starter fails as it declares, its solution passes, and none of its
/// mutants does. `quick`: starter, solution and one mutant of each, on the device only; without the simulator, and without
/// the runs with work-groups of one. Several exercises at the same time.
int verify(const Workshop& workshop, const std::vector<std::string>& wanted, bool quick,
           const std::string& json_file);

// --- report.cpp --------------------------------------------------------------------------------

struct Report {
  std::vector<std::string>
      folders; ///< one for each student: it holds mine/NN_topic/ID.cl, or NN_topic/ID.cl
  std::vector<std::string>
      only; ///< ids, or beginnings of paths; empty: all that somebody has handed in
  std::string csv_file, json_file; ///< "-": standard output; empty: none
  int jobs = 1;                    ///< exercises at the same time
};

/// Judges the files of a class: a row for each student and exercise, and a summary where no table goes to standard
/// output. Files that equal the starter, or are not there, are rows too. Throws common::UsageError where a folder
/// or an exercise does not exist.
int report(const Workshop& workshop, const Report& wanted);

// --- show.cpp ----------------------------------------------------------------------------------

/// How text is written: for a terminal, or for a file.
struct Style {
  bool colour = false;
  std::size_t width = 80;   ///< lines are broken before they get longer
  std::size_t columns = 80; ///< of the terminal
  std::size_t height = 0;   ///< lines of the terminal; 0: any number
  bool greys = false;       ///< the terminal has 256 colours, with 24 greys among them
};

/// That of standard output. No colour where it is no terminal, where NO_COLOR is set, and where TERM
/// is "dumb".
Style style_of_output();

/// Text that steps back behind the other.
std::string faint(const Style& style, const std::string& text);
/// "★★☆".
std::string stars_text(int stars);
/// "chapters/16_convolution/2_tiles.md, "v2: a tile in local memory"".
std::string lesson_text(const Lesson& lesson, const Style& style);
/// Headings, words, notes that matter.
std::string strong(const Style& style, const std::string& text);
/// Markdown for a terminal, without the title: headings bold, code coloured, paragraphs broken.
std::string markdown_text(const std::string& markdown, const Style& style);
/// The same for hints, each of which is a line.
std::string hints_text(const std::string& hints, const Style& style);
/// Its first lines: chapter, title, stars, kind, minutes; the lesson; the file to edit.
std::string heading_text(const Exercise& exercise, const Lesson& lesson, const std::string& file,
                         const Style& style);
/// What the learner sees first: these lines, and the task's text.
std::string introduction(const Workshop& workshop, const Exercise& exercise, const Style& style);
/// The verdict in words.
std::string verdict_text(const Verdict& verdict, const Style& style);
/// Resets the exercise; what that has done, in words.
std::string reset_text(Workshop& workshop, const Exercise& exercise);
/// A table of all exercises with what is done.
std::string list_text(const Workshop& workshop, const Style& style);
nlohmann::json list_json(const Workshop& workshop);

} // namespace exercise
