// The text checker. What a lesson shows must be what the program is: code is cut from the sources,
// sample outputs are compared with real runs, numbers and tables come from recorded results, and
// every link and figure exists. `--fix` writes the true text in; a reader sees nothing of the
// markers, which are HTML comments:
//
//   <!-- code: chapters/01_hello/main.cpp#build -->
//       before a fenced block: the lines between `// [build]` and `// [/build]` of the file; without these, the
//       function build(), with the comment above it
//   <!-- output: 01_hello --quick --device cpu | numbers -->
//       before a fenced block: what this command prints (parse_output_rule() has the options)
//   <!-- result: data/results/15.json#/rows/3/median_ms | .2f -->0.53<!-- /result -->
//       one number (evaluate_result())
//   <!-- table: data/results/15.json | step, median_ms:.2f as ms | where size=1024 -->
//   <!-- /table -->
//       a table, one row for each element of an array (make_table())
//   <!-- example -->
//       before a fenced block: code or output that is in no program, for instance a wrong version
//
// Functions that check one text throw Error with "what is wrong: what to do".
#pragma once

#include "common/error.hpp"
#include "common/files.hpp"
#include "harness/system/process.hpp"
#include "harness/system/text.hpp"

#include <filesystem>
#include <iostream>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace check_text {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

/// Something wrong at a place.
struct Problem {
  std::string file; ///< relative to the project root
  int line;         ///< 1 is the first
  std::string what; ///< "what is wrong: what to do"
};
using Problems = std::vector<Problem>;

using common::Error, common::read_text;
using harness::lines_of, harness::split, harness::trimmed;

// --- Markdown (markdown.cpp) -----------------------------------------------------------------

/// A fenced block: the lines open + 1 ... close - 1.
struct Fence {
  size_t open;
  size_t close;         ///< lines.size() where the closing fence is missing
  std::string indent;   ///< of the fence, for blocks in lists
  std::string language; ///< the first word behind the fence
};

/// All fenced blocks, in order.
std::vector<Fence> find_fences(const Lines& lines);

/// The lines with fenced blocks emptied and inline code replaced by blanks: what is left is prose.
Lines prose_only(const Lines& lines);

struct Heading {
  size_t line; ///< index
  int level;
  std::string text;
};
std::vector<Heading> find_headings(const Lines& lines);

/// The anchors GitHub makes for the headings, and those set with <a id="...">.
std::set<std::string> anchors(const Lines& lines);

// --- lessons (lesson.cpp) --------------------------------------------------------------------

/// The words of a page that are neither in a heading, a table, a block of code nor a fold (<details>). Comments, and where
/// links lead, are no words.
size_t prose_words(const Lines& lines);

/// A lesson (chapters/NN_topic/README.md) has the eight H2 sections in order, and is a page. Lessons 01 to 13 have at most
/// 1,600 words of prose. `file` is for the problems, and says which lesson it is.
void check_lesson(const std::string& file, const Lines& lines, Problems& problems);

/// A page of a lesson ends with a summary, is one sitting long, shows nothing of the laboratory's machinery, and each
/// fenced block of code or output has a marker.
void check_page(const std::string& file, const Lines& lines, Problems& problems);

/// A laboratory's page types no measured number by hand where it reports results; its blocks have markers.
void check_lab_page(const std::string& file, const Lines& lines, Problems& problems);

/// The pages of `chapter` ("chapters/NN_topic") show all of main.cpp, of smallest.cpp and of the kernels that these
/// build. Not asked for: blank lines, markers of regions, and the comment that opens a file.
void check_program_shown(const fs::path& root, const std::string& chapter, Problems& problems);

// --- code (code.cpp) -------------------------------------------------------------------------

/// A part of a source. Markers of regions are comment lines that hold nothing but `[name]` and `[/name]`.
struct Place {
  size_t begin = 0, end = 0; ///< lines
};

/// Where a region is: between its markers, or, where there are none, the function of that name ('_' in the place of '-')
/// with the comment above it. Empty: the whole file.
Place place_of(const Lines& source, const std::string& file, const std::string& region);

/// The lines of `reference` = "path#region" (or "path": the whole file) below `root`, without the
/// markers of regions, dedented, without blank lines at either end.
Lines code_region(const fs::path& root, const std::string& reference);

/// The name in a line that is a region marker, `build` or `/build`; empty otherwise.
std::string region_marker(const std::string& line);

// --- output (output.cpp) ---------------------------------------------------------------------

/// What a command's output is compared with, and how.
struct OutputRule {
  Lines command; ///< program and arguments
  bool numbers =
      false;           ///< `numbers`: any number may differ, and so bars, padding and unit prefixes
  bool device = false; ///< `device`: its name and description, and lines about it, may differ
  std::vector<std::regex> vary; ///< `vary REGEX`: lines in which it is found may differ
  bool with_stderr = false;     ///< `stderr`: compare stderr as well
  int exit_code = 0;            ///< `exit N`: the exit code to expect
  std::vector<std::regex> grep; ///< `grep REGEX`: only lines in which it is found
  size_t first = 1;             ///< `lines N-M`: only these lines (`head N` is `lines 1-N`)
  size_t last = static_cast<size_t>(-1);
};

/// Read "command arguments | option | option ...". A `|` that separates has blanks around it.
OutputRule parse_output_rule(const std::string& text);

/// Run the command in `root`, with a small fixed environment and without input; killed after
/// `timeout_seconds`. A program name without `/` is looked for in `bin`. `preload`: a library that is loaded into it first.
harness::ProcessResult run_command(const OutputRule& rule, const fs::path& root,
                                   const fs::path& bin, int timeout_seconds = 120,
                                   const fs::path& preload = {});

/// The lines of an output that the rule shows; without terminal codes, progress lines that were
/// overwritten, trailing blanks, and the path of the project.
Lines select_lines(const OutputRule& rule, const std::string& output, const fs::path& root);

/// Does a shown block agree with the output? A line `…` in it stands for any number of lines.
bool output_matches(const OutputRule& rule, const Lines& shown, const Lines& actual);

/// The block to show instead of one that does not agree; a single `…` is kept.
Lines refresh_output(const Lines& shown, const Lines& actual);

// --- recorded results (results.cpp) ----------------------------------------------------------

/// The text for "REFERENCE | FORMAT" or "REFERENCE as FORMAT" (the second form is for table cells).
/// A reference is `file.json#/pointer`; `#/pointer` refers to the same file again. A part of the
/// pointer may pick the one element of an array by its values: `/rows[step=v1,size=64]/gflops`.
/// References and numbers may be joined by ` / `, ` * `, ` + ` and ` - `, computed from left to
/// right. FORMAT is fmt's: `.2f`.
std::string evaluate_result(const fs::path& root, const std::string& text);

/// The lines of "FILE[#/pointer] | COLUMN, COLUMN, ... [| where KEY=VALUE, KEY!=VALUE]". The
/// pointer is `/rows` unless given. A column is `KEY[:FORMAT][ as TITLE]`; instead of a key it may
/// be an expression as in evaluate_result() (`#/rows[step=v1]/median_ms / median_ms:.1f as
/// speed-up`).
Lines make_table(const fs::path& root, const std::string& text);

// --- links and figures (links.cpp) -----------------------------------------------------------

/// A link, image or definition of one.
struct Link {
  size_t line; ///< index
  std::string target;
};
std::vector<Link> find_links(const Lines& lines);

/// Every relative link leads to a file, and its anchor to a heading; web links look like links.
/// Adds the files that are linked to `used`.
void check_links(const fs::path& root, const std::string& file, const Lines& lines,
                 std::set<fs::path>& used, Problems& problems);

/// An SVG figure is whole, scales, and needs nothing from elsewhere.
void check_svg(const std::string& file, const std::string& text, Problems& problems);

// --- house rules (house.cpp) -----------------------------------------------------------------

/// The files of the project, relative: those git knows or would add; where there is no git, all but
/// hidden ones and build/ and out/.
std::vector<std::string> project_files(const fs::path& root);

/// No path of one machine (home directories, and `root` itself), no open ends
/// outside exercises/, kernels open with a comment, main.cpp of a chapter is at most 150 lines.
void check_house(const fs::path& root, const std::string& file, Problems& problems);

// --- the program (check_text.cpp) ------------------------------------------------------------

struct Options {
  fs::path root;
  fs::path bin;
  bool fix = false;
  bool run = true;
  std::string only; ///< a chapter's number or name
  fs::path preload; ///< a library that is loaded into the programs that are run
};

struct Summary {
  Problems problems;
  Problems notes; ///< what was refreshed or could not be compared
  size_t files = 0;
};

Summary check_project(const Options& options);

/// The program: prints `file:line: what is wrong: what to do`. Returns 0, 1 (problems) or 2
/// (usage).
int check_text_main(const std::vector<std::string>& arguments, std::ostream& out = std::cout);

} // namespace check_text
