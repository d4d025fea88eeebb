// All exercises, read from exercises/NN_topic/MM_name/exercise.toml.
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exercise {

namespace fs = std::filesystem;

enum class Kind {
  kernel,   ///< edit a .cl; nothing is compiled but the kernel
  host,     ///< edit a .cpp
  find_bug, ///< a .cl or .cpp that looks right
  faster,   ///< a .cl or .cpp that is right, and wasteful or slow
  predict,  ///< a .txt: answer first, then the machine decides
};

/// "kernel", "host", "find-bug", "faster", "predict".
std::string name_of(Kind kind);

/// How a file fares, and why a starter must fail.
enum class Outcome {
  passed,
  wrong,     ///< a result is not what it should be
  build,     ///< does not compile
  sanitizer, ///< Oclgrind has findings
  budget,    ///< too many memory accesses, or too slow
  timeout,   ///< never ends, or crashes
  skipped,   ///< this machine cannot judge it
};

/// "wrong", "build" and so on.
std::string name_of(Outcome outcome);

struct Exercise {
  std::string id;               ///< never changes: what progress is kept under
  std::vector<std::string> was; ///< ids of earlier versions
  std::string path;             ///< "08_kernels_and_ndranges/01_guard"
  std::string title;
  Kind kind = Kind::kernel;
  int stars = 1; ///< 1 to 3
  int minutes = 10;
  std::string file;                    ///< "exercise.cl", "exercise.cpp" or "exercise.txt"
  Outcome fails_with = Outcome::wrong; ///< how the starter fails
  std::string says;                    ///< and words of the message, may be empty
  std::vector<std::string> hints;      ///< three, of growing clearness
  std::vector<std::string> requires_;  ///< concepts that must have been taught before
  std::vector<std::string> teaches;    ///< concepts that this exercise brings
  std::string section; ///< the heading in its chapter's lesson that helps; may be empty
  int seconds = 10;    ///< a run that computes longer never ends

  int chapter() const { return std::stoi(path.substr(0, 2)); }
  /// The name of the directory of its chapter: "08_kernels_and_ndranges".
  std::string stem() const { return path.substr(0, path.find('/')); }
  bool is_host() const { return file == "exercise.cpp"; }
  /// Its kernels read images: the simulator cannot look for values that nobody wrote, then.
  bool has_images() const {
    return std::find(requires_.begin(), requires_.end(), "images") != requires_.end();
  }
};

/// The directories of a source tree.
struct Places {
  fs::path root;
  fs::path task(const Exercise& e) const { return root / "exercises" / e.path / "task.md"; }
  fs::path starter(const Exercise& e) const { return root / "exercises" / e.path / e.file; }
  fs::path solution(const Exercise& e) const { return root / "solutions" / e.path / e.file; }
  fs::path why(const Exercise& e) const { return root / "solutions" / e.path / "why.md"; }
  /// The learner's own copy, in a directory that git ignores: an update never meets it. Named by
  /// the id, so that it is found again when exercises are numbered anew.
  fs::path mine(const Exercise& e) const { return mine(e, e.id); }
  fs::path mine(const Exercise& e, const std::string& id) const {
    return root / "mine" / e.stem() / (id + fs::path(e.file).extension().string());
  }
};

/// What to read for an exercise.
struct Lesson {
  std::string page;    ///< below the root: "chapters/16_convolution/2_tiles.md"
  std::string section; ///< the heading; empty: the whole page
};

/// The page of the chapter's lesson that has the exercise's section; its README.md where none has.
Lesson lesson_of(const Places& places, const Exercise& exercise);

/// The title of an exercise's chapter: "Matrix multiplication"; where it has no lesson, the name of its directory.
std::string chapter_title(const Places& places, const Exercise& exercise);

/// A wrong version of the solution, which must not pass.
struct Mutant {
  std::string name;
  std::string text;                  ///< the whole file
  std::optional<Outcome> fails_with; ///< how it must fail; none: in any way
};

/// The mutants of tests/exercises/NN_topic/MM_name/mutants.toml. Throws common::Error where the
/// file is damaged, or where the text to be replaced is not in the solution exactly once.
std::vector<Mutant> mutants(const Places& places, const Exercise& exercise);

/// All exercises in the order in which they are to be done. Throws common::Error that names the
/// file and the line where an exercise.toml is damaged, or says what is missing in it.
std::vector<Exercise> catalogue(const fs::path& root);

/// What is wrong with the order: an exercise that requires what no lesson up to its own and no
/// exercise before it has taught, or whose code uses such a thing. The concepts, the chapter whose
/// lesson teaches each, and the words of code that give it away are in exercises/concepts.toml.
std::vector<std::string> order_problems(const Places& places, const std::vector<Exercise>& all);

/// The one that a user means: an id, a path, its name, or "chapter/number". Throws
/// common::UsageError with near matches.
const Exercise& find(const std::vector<Exercise>& all, std::string_view reference);

} // namespace exercise
