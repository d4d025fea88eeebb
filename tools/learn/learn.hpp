// The program that `./learn` hands over to. Each command is a function of its arguments that
// returns an exit code; the table of commands is in main.cpp.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace CLI { // CLI/CLI.hpp takes seconds to compile: only files that declare options include it
class App;
}

namespace learn {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

// --- the commands ------------------------------------------------------------------------------

int tour(const Arguments& arguments);      ///< every chapter's program in its short form (tour.cpp)
int list(const Arguments& arguments);      ///< chapters and steps (list.cpp)
int run(const Arguments& arguments);       ///< becomes a chapter's program (run.cpp)
int lab(const Arguments& arguments);       ///< becomes a chapter's laboratory (run.cpp)
int test(const Arguments& arguments);      ///< ctest (run.cpp)
int bench(const Arguments& arguments);     ///< a chapter's ladder at full size (bench.cpp)
int plot(const Arguments& arguments);      ///< draws a recorded bench again (bench.cpp)
int exercises(const Arguments& arguments); ///< the exercises (project.cpp)
int book(const Arguments& arguments);      ///< the lessons as web pages (book.cpp)
int book(const Arguments& arguments, const fs::path& root); ///< those of another source tree
int doctor(const Arguments& arguments);                     ///< what OpenCL finds here (doctor.cpp)
int fix(const Arguments& arguments); ///< formats and refreshes what authors write (fix.cpp)

// --- the project (project.cpp) -----------------------------------------------------------------

/// The source tree that this program was built from.
fs::path project_root();

/// Where the chapters' programs are: beside this one.
fs::path program_directory();

/// One row of chapters/chapters.json, the only list of chapters.
struct Chapter {
  int number = 0;
  std::string stem;  ///< "15_matmul": names directory, kernels, program and tests
  std::string title; ///< the lesson's heading without the number
  std::string topic; ///< what its program shows, in a few words
  std::string part;
  std::string lab_topic; ///< what its laboratory is about; empty for a chapter to come
  int kernels_first =
      0; ///< its place on the second way through the course; 0: behind these, by number

  fs::path program() const { return program_directory() / stem; }
  /// Its laboratory: experiments, or the ladder of a case study.
  fs::path lab() const { return program_directory() / (stem + "_lab"); }
  /// Is its laboratory a ladder? The build knows (cmake/add_chapter.cmake).
  bool has_ladder() const;
  /// False: a chapter to come.
  bool exists() const { return fs::is_regular_file(program()); }
};

/// The chapters in the order of their numbers, those to come included. Throws Error where the file
/// is missing or damaged.
std::vector<Chapter> chapters(const fs::path& root = project_root());

/// The chapter that a reader means: by number ("7", "07"), stem or name ("matmul"). Throws
/// UsageError with near matches for anything else, and for a chapter to come.
Chapter find_chapter(const std::string& wanted);

/// The first JSON object in a program's output: from a line "{" to the line "}". Null where there
/// is none.
Json json_in(const std::string& output);

// --- texts (fix.cpp) ---------------------------------------------------------------------------

/// README.md below `root` with its table of chapters as it should be.
std::string readme_with_chapters(const fs::path& root);

/// The lessons below `root` that have exercises, each with its table of them as it should be.
std::map<fs::path, std::string> lessons_with_exercises(const fs::path& root);

/// .clangd below `root` with the blocks of all chapters (editor.cpp): of editor.txt beside their kernels and exercises, where
/// a line is a pattern of file names and flags, and of the lines "// build: -DTILE=16" in the heads of kernels.
std::string editor_settings(const fs::path& root);

// --- helpers (project.cpp) ---------------------------------------------------------------------

/// Parses the arguments of one command; ends the program like common::parse().
void parse(CLI::App& app, const Arguments& arguments);

/// The tests that ended with code 77 in a report of `ctest --output-junit`: name and reason.
std::vector<std::pair<std::string, std::string>> skipped_tests(const std::string& junit);

/// Runs a program on this terminal, without input, and waits. Returns its exit code, or 128 + the number of the signal
/// that ended it. If we are ended first, it ends with us, like every process of run_process(). Throws Error where it
/// cannot be started.
int run_here(const std::vector<std::string>& command);

/// Becomes that program. Returns only on systems that cannot do that, with its exit code.
int become(const std::vector<std::string>& command);

} // namespace learn
