#include "tools/check_text/check_text.hpp"

#include "common/places.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <map>
#include <optional>

namespace check_text {

namespace {

constexpr int exit_skipped = 77;

/// A marker on a line of its own: <!-- kind: body -->.
struct Marker {
  std::string kind;
  std::string body;
};

std::optional<Marker> find_marker(const std::string& line) {
  static const std::regex form(R"(^\s*<!-- (code|output|table): (.*?) -->\s*$)");
  std::smatch found;
  if (line.find("<!-- ") == std::string::npos || !std::regex_match(line, found, form))
    return std::nullopt;
  return Marker{found[1], trimmed(found[2].str())};
}

std::string language_of(const Marker& marker) {
  if (marker.kind == "output")
    return "text";
  const std::string extension = fs::path(marker.body.substr(0, marker.body.find('#'))).extension();
  if (extension == ".cpp" || extension == ".hpp")
    return "cpp";
  return extension == ".txt" || extension == ".cmake" ? "cmake" : extension == ".sh" ? "sh" : "c";
}

/// Checks the marked places of Markdown files, one after the other.
class Refresher {
 public:
  Refresher(const Options& options, Summary& summary) : options_(options), summary_(summary) {}

  /// The lines of a file with every marked place as it should be.
  Lines refresh(const std::string& file, const Lines& lines) {
    file_ = file;
    Lines result;
    const std::vector<Fence> fences = find_fences(lines);
    auto fence = fences.begin();
    for (size_t i = 0; i < lines.size(); ++i) {
      while (fence != fences.end() && fence->close < i)
        ++fence;
      if (fence != fences.end() && fence->open <= i) { // an unmarked block
        result.push_back(lines[i]);
        continue;
      }
      const std::optional<Marker> marker = find_marker(lines[i]);
      result.push_back(marker ? lines[i] : refresh_numbers(lines[i], i));
      if (!marker)
        continue;
      if (marker->kind == "table")
        i = refresh_table(*marker, lines, i, result);
      else
        i = refresh_block(*marker, lines, i, fence, fences.end(), result);
    }
    return result;
  }

 private:
  void problem(size_t line, const std::string& what) {
    summary_.problems.push_back({file_, static_cast<int>(line) + 1, what});
  }
  void note(size_t line, const std::string& what) {
    summary_.notes.push_back({file_, static_cast<int>(line) + 1, what});
  }
  /// Says that a place differs; returns whether it is to be replaced.
  bool replace(size_t line, const std::string& what) {
    if (options_.fix)
      note(line, "refreshed");
    else
      problem(line, what + ": run check_text --fix and read the difference");
    return options_.fix;
  }

  /// The content to show, or nothing if what is shown agrees.
  std::optional<Lines> fresh_block(const Marker& marker, const Lines& shown, size_t line) {
    if (marker.kind == "code") {
      const Lines code = code_region(options_.root, marker.body);
      return code == shown ? std::nullopt : std::optional(code);
    }
    const OutputRule rule = parse_output_rule(marker.body);
    if (!options_.run)
      return std::nullopt;
    const std::string key = fmt::format("{}{}", fmt::join(rule.command, "\n"), rule.with_stderr);
    if (runs_.count(key) == 0)
      runs_[key] = run_command(rule, options_.root, options_.bin, 120, options_.preload);
    const harness::ProcessResult& run = runs_[key];
    const std::string command = fmt::format("{}", fmt::join(rule.command, " "));
    if (run.timed_out)
      throw Error(fmt::format("'{}' did not end: run it to see why", command));
    if (run.exit_code == exit_skipped && rule.exit_code != exit_skipped) {
      note(line, fmt::format("'{}' skips itself on this machine: not compared", command));
      return std::nullopt;
    }
    if (run.exit_code != rule.exit_code)
      throw Error(fmt::format("'{}' ended with exit code {} instead of {}: run it to see why, or "
                              "state the code with | exit N",
                              command, run.exit_code, rule.exit_code));
    const Lines actual = select_lines(rule, run.output, options_.root);
    if (actual.empty())
      throw Error(fmt::format("'{}' prints nothing to show: change the selection", command));
    if (output_matches(rule, shown, actual))
      return std::nullopt;
    return refresh_output(shown, actual);
  }

  /// Handles the fenced block behind a marker; returns the last line that was used.
  size_t refresh_block(const Marker& marker, const Lines& lines, size_t at,
                       std::vector<Fence>::const_iterator fence,
                       std::vector<Fence>::const_iterator end, Lines& result) {
    size_t open = at + 1;
    while (open < lines.size() && trimmed(lines[open]).empty())
      ++open;
    const bool exists = fence != end && fence->open == open;
    if (exists && fence->close == lines.size()) {
      problem(open, "this fenced block does not end: close it with the same fence");
      return at;
    }
    const std::string indent = exists ? fence->indent : lines[at].substr(0, lines[at].find('<'));
    Lines shown;
    if (exists)
      for (size_t i = open + 1; i < fence->close; ++i)
        shown.push_back(lines[i].rfind(indent, 0) == 0 ? lines[i].substr(indent.size()) : lines[i]);
    std::optional<Lines> fresh;
    try {
      fresh = fresh_block(marker, shown, at);
    } catch (const Error& error) {
      problem(at, error.what());
    }
    const bool change = fresh && replace(at, exists ? first_difference(marker, shown, *fresh)
                                                    : "no fenced block follows this marker");
    if (!change && !exists)
      return at;
    result.insert(result.end(), lines.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                  lines.begin() + static_cast<std::ptrdiff_t>(exists ? open : at) + 1);
    if (!exists)
      result.push_back(indent + "```" + language_of(marker));
    for (const std::string& line : change ? *fresh : shown)
      result.push_back(line.empty() ? "" : indent + line);
    result.push_back(exists ? lines[fence->close] : indent + "```");
    return exists ? fence->close : at;
  }

  static std::string first_difference(const Marker& marker, const Lines& shown,
                                      const Lines& fresh) {
    const auto [old_line, new_line] =
        std::mismatch(shown.begin(), shown.end(), fresh.begin(), fresh.end());
    return fmt::format("the block differs from {} in line {} ('{}' is now '{}')",
                       marker.kind == "code" ? marker.body : "the output",
                       old_line - shown.begin() + 1,
                       old_line == shown.end() ? "" : trimmed(*old_line),
                       new_line == fresh.end() ? "" : trimmed(*new_line));
  }

  size_t refresh_table(const Marker& marker, const Lines& lines, size_t at, Lines& result) {
    size_t end = at + 1;
    while (end < lines.size() && trimmed(lines[end]) != "<!-- /table -->" &&
           !find_marker(lines[end]))
      ++end;
    if (end == lines.size() || find_marker(lines[end])) {
      problem(at, "this table does not end: write <!-- /table --> below it");
      return at;
    }
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    const auto last = lines.begin() + static_cast<std::ptrdiff_t>(end);
    Lines table(first, last);
    try {
      const Lines fresh = make_table(options_.root, marker.body);
      if (fresh != table && replace(at, "the table differs from the recorded result"))
        table = fresh;
    } catch (const Error& error) {
      problem(at, error.what());
    }
    result.insert(result.end(), table.begin(), table.end());
    result.push_back(lines[end]);
    return end;
  }

  /// The numbers within a line: <!-- result: REFERENCE -->0.53<!-- /result -->.
  std::string refresh_numbers(const std::string& line, size_t at) {
    static const std::string open = "<!-- result: ";
    static const std::string middle = " -->";
    static const std::string close = "<!-- /result -->";
    std::string result;
    size_t used = 0;
    for (size_t begin = line.find(open); begin != std::string::npos;
         begin = line.find(open, used)) {
      const size_t text = line.find(middle, begin);
      const size_t end = line.find(close, begin);
      if (std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(begin), '`') % 2 ==
          1) {
        result += line.substr(used, begin + open.size() - used); // inline code about the marker
        used = begin + open.size();
        continue;
      }
      if (text == std::string::npos || end == std::string::npos || text > end) {
        problem(at, "this result does not end: write <!-- /result --> behind it, on the same line");
        break;
      }
      const size_t shown_at = text + middle.size();
      std::string shown = line.substr(shown_at, end - shown_at);
      try {
        const size_t body = begin + open.size();
        const std::string fresh = evaluate_result(options_.root, line.substr(body, text - body));
        if (fresh != shown &&
            replace(at, fmt::format("the number '{}' is '{}' in the result", shown, fresh)))
          shown = fresh;
      } catch (const Error& error) {
        problem(at, error.what());
      }
      result += line.substr(used, shown_at - used) + shown + close;
      used = end + close.size();
    }
    return result + line.substr(used);
  }

  const Options& options_;
  Summary& summary_;
  std::string file_;
  std::map<std::string, harness::ProcessResult> runs_; ///< every command runs once
};

enum class PageKind { lesson, page, lab, other };

/// chapters/NN_topic/README.md is a lesson, other texts beside it are further pages of it, lab/README.md is its
/// laboratory's.
PageKind kind_of(const std::string& file) {
  static const std::regex form(R"(chapters/\d\d_\w+/(lab/)?(\w+)\.md)");
  std::smatch found;
  if (!std::regex_match(file, found, form))
    return PageKind::other;
  return found[1].matched       ? PageKind::lab
         : found[2] == "README" ? PageKind::lesson
                                : PageKind::page;
}

/// Is the file part of a chapter, given by number or name (15, matmul, 15_matmul)? All files are
/// part of the chapter "".
bool belongs_to(const std::string& file, const std::string& chapter) {
  const fs::path path(file);
  if (chapter.empty() || std::distance(path.begin(), path.end()) < 3)
    return chapter.empty();
  const std::string stem = std::next(path.begin())->string();
  const bool is_number =
      chapter.size() < 8 && chapter.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::atoi(stem.c_str()) == std::atoi(chapter.c_str())
                   : stem == chapter || stem.substr(stem.find('_') + 1) == chapter;
}

} // namespace

Summary check_project(const Options& options) {
  Summary summary;
  const std::vector<std::string> all = project_files(options.root);
  Refresher refresher(options, summary);
  std::set<fs::path> used;

  for (const std::string& file : all) {
    if (!belongs_to(file, options.only))
      continue;
    ++summary.files;
    const std::string extension = fs::path(file).extension().string();
    try {
      if (extension == ".md") {
        const Lines before = lines_of(read_text(options.root / file));
        const Lines lines = refresher.refresh(file, before);
        if (options.fix && lines != before)
          common::write_text(options.root / file, fmt::format("{}\n", fmt::join(lines, "\n")));
        check_links(options.root, file, lines, used, summary.problems);
        switch (kind_of(file)) {
        case PageKind::lesson:
          check_lesson(file, lines, summary.problems);
          check_program_shown(options.root, fs::path(file).parent_path().generic_string(),
                              summary.problems);
          break;
        case PageKind::page:
          check_page(file, lines, summary.problems);
          break;
        case PageKind::lab:
          check_lab_page(file, lines, summary.problems);
          break;
        case PageKind::other:
          break;
        }
      }
      if (extension == ".svg")
        check_svg(file, read_text(options.root / file), summary.problems);
      check_house(options.root, file, summary.problems);
    } catch (const Error& error) {
      summary.problems.push_back({file, 1, error.what()});
    }
  }

  Problems ignored; // of files that are only read for the figures they show
  for (const std::string& file : all)
    if (fs::path(file).extension() == ".md" && !belongs_to(file, options.only))
      check_links(options.root, file, lines_of(read_text(options.root / file)), used, ignored);
  for (const std::string& file : all)
    if (belongs_to(file, options.only) && fs::path(file).parent_path().filename() == "figures" &&
        used.count((options.root / file).lexically_normal()) == 0)
      summary.problems.push_back({file, 1, "no text shows this figure: show it or delete it"});
  if (summary.files == 0)
    summary.problems.push_back({".", 1, "nothing was checked: name a chapter that exists"});
  return summary;
}

int check_text_main(const std::vector<std::string>& arguments, std::ostream& out) {
  CLI::App app{"Checks that the texts show what the programs are: code, outputs, numbers, links, "
               "figures, and the house rules"};
  Options options;
  std::string root = common::source_root;
  std::string bin;
  bool no_run = false;
  app.add_option("--root", root, "the project's directory")->check(CLI::ExistingDirectory);
  app.add_option("--bin", bin, "where the built programs are (default: build/default/bin)");
  app.add_flag("--fix", options.fix, "write the true code, outputs and numbers into the texts");
  app.add_flag("--no-run", no_run, "do not run programs to compare their outputs");
  app.add_option("--only", options.only, "check one chapter (number or name)");
  app.add_option("--preload", options.preload,
                 "a library that is loaded into the programs that are run");
  try {
    // CLI11 wants them last to first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return app.exit(error, out, out) == 0 ? 0 : 2;
  }
  options.root = fs::canonical(root);
  options.bin = bin.empty() ? options.root / "build/default/bin" : fs::absolute(bin);
  options.run = !no_run;
  const Summary summary = check_project(options);
  for (const Problem& note : summary.notes)
    fmt::print(out, "{}:{}: note: {}\n", note.file, note.line, note.what);
  for (const Problem& problem : summary.problems)
    fmt::print(out, "{}:{}: {}\n", problem.file, problem.line, problem.what);
  fmt::print(out, "{} files checked, {} problems\n", summary.files, summary.problems.size());
  return summary.problems.empty() ? 0 : 1;
}

} // namespace check_text
