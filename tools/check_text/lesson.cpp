// What a lesson is made of: its sections, its length, and the whole of its program.

#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <sstream>

namespace check_text {

namespace {

constexpr size_t most_words = 4500; ///< of one sitting, code included
constexpr size_t most_prose = 1600; ///< of the first lessons: see prose_words()
constexpr size_t most_lines_in_short = 6;

constexpr std::array<const char*, 8> lesson_sections = {
    "The smallest example", "Step by step", "Run it",    "Try",
    "What can go wrong",    "In short",     "Exercises", "Further"};

void check_sections(const std::string& file, const Lines& lines, Problems& problems) {
  size_t next = 0;
  for (const Heading& heading : find_headings(lines)) {
    if (heading.level != 2)
      continue;
    if (next < lesson_sections.size() && heading.text == lesson_sections[next]) {
      ++next;
      continue;
    }
    problems.push_back(
        {file, static_cast<int>(heading.line) + 1,
         fmt::format(
             "section '{}' stands where {} is expected: the sections of a lesson are {}, in "
             "this order; make other headings level 3",
             heading.text,
             next < lesson_sections.size() ? fmt::format("'{}'", lesson_sections[next]) : "nothing",
             fmt::join(lesson_sections, ", "))});
    return; // what follows would only repeat it
  }
  if (next < lesson_sections.size())
    problems.push_back({file, static_cast<int>(lines.size()),
                        fmt::format("section '{}' is missing: add '## {}'", lesson_sections[next],
                                    lesson_sections[next])});
}

/// The line below the heading `## title` and the line of the next heading; twice the end where there is none.
std::pair<size_t, size_t> section(const Lines& lines, const std::string& title) {
  const std::vector<Heading> headings = find_headings(lines);
  for (size_t i = 0; i < headings.size(); ++i)
    if (headings[i].level == 2 && headings[i].text == title)
      return {headings[i].line + 1, i + 1 < headings.size() ? headings[i + 1].line : lines.size()};
  return {lines.size(), lines.size()};
}

/// A summary is there, and short: points, or lines of a paragraph.
void check_in_short(const std::string& file, const Lines& lines, Problems& problems) {
  const auto [begin, end] = section(lines, "In short");
  if (begin == lines.size()) {
    problems.push_back({file, static_cast<int>(end), "there is no summary: add '## In short'"});
    return;
  }
  size_t points = 0;
  for (size_t i = begin; i < end; ++i)
    points += lines[i].rfind("- ", 0) == 0 ? 1 : 0;
  if (points == 0 || points > most_lines_in_short)
    problems.push_back({file, static_cast<int>(begin),
                        fmt::format("the summary has {} points ('- ...') and may have 1 to {}",
                                    points, most_lines_in_short)});
}

void check_words(const std::string& file, const Lines& lines, Problems& problems) {
  static const std::regex comment("<!--.*?-->");
  std::istringstream text(
      std::regex_replace(fmt::format("{}", fmt::join(lines, "\n")), comment, " "));
  const auto words = std::distance(std::istream_iterator<std::string>(text), {});
  if (words > static_cast<std::ptrdiff_t>(most_words))
    problems.push_back(
        {file, 1,
         fmt::format("the page has {} words, code included, and may have {}: move what a "
                     "second reading is for to lab/README.md, or divide the page",
                     words, most_words)});
}

/// The first lessons are read in one sitting each, by someone who does not know yet whether to go on.
void check_prose(const std::string& file, const Lines& lines, Problems& problems) {
  static const std::regex first_lessons(R"(chapters/(0[1-9]|1[0-3])_[^/]*/README\.md)");
  if (!std::regex_match(file, first_lessons))
    return;
  const size_t words = prose_words(lines);
  if (words > most_prose)
    problems.push_back({file, 1,
                        fmt::format("the page has {} words of prose and may have {}: say it in "
                                    "fewer words, fold what is not new, or "
                                    "move it to another page",
                                    words, most_prose)});
}

/// Lessons and their programs do without what stands around them.
void check_no_machinery(const std::string& file, const Lines& lines, Problems& problems) {
  static const std::regex machinery(R"(\bLab\b|\bJson\b|harness)");
  std::smatch found;
  for (size_t i = 0; i < lines.size(); ++i)
    if (std::regex_search(lines[i], found, machinery))
      problems.push_back(
          {file, static_cast<int>(i) + 1,
           fmt::format("'{}' belongs to the laboratory: a lesson does without it", found.str())});
}

/// No typed number with a unit of measurement in the sections of a laboratory's page that report measurements.
void check_measured(const std::string& file, const Lines& lines, Problems& problems) {
  static const std::regex measured(
      R"((^|[^\w.#/])\d[\d.,]*(\s?(ns|us|µs|ms|s|[kMGT]?i?B/s|[kMGT]?FLOP/s)|x|×)(?![\w×]))");
  static const std::regex marked(R"(<!-- result:.*?<!-- /result -->|<!--.*?-->)");
  Lines text = lines;
  for (const Fence& fence : find_fences(lines))
    for (size_t i = fence.open; i <= fence.close && i < text.size(); ++i)
      text[i].clear();
  static const std::set<std::string> reports = {"Measured", "Results", "Recorded"};
  bool in_section = false;
  bool in_table = false;
  for (const Heading& heading : find_headings(lines))
    if (heading.level == 2)
      text[heading.line] = reports.count(heading.text) != 0 ? "## Measured" : "##";
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == "## Measured" || text[i] == "##")
      in_section = text[i] == "## Measured";
    in_table = (in_table || text[i].find("<!-- table:") != std::string::npos) &&
               text[i].find("<!-- /table -->") == std::string::npos;
    const std::string line = std::regex_replace(text[i], marked, "");
    std::smatch found;
    if (in_section && !in_table && std::regex_search(line, found, measured))
      problems.push_back({file, static_cast<int>(i) + 1,
                          fmt::format("the measured number '{}' is typed by hand: cut it from "
                                      "data/results with <!-- result: ... -->",
                                      trimmed(found.str()))});
  }
}

/// Code and output in fenced blocks come from somewhere, or are marked as an example.
void check_marked(const std::string& file, const Lines& lines, Problems& problems) {
  static const std::set<std::string> languages = {
      "", "c", "cpp", "c++", "cl", "text", "opencl", "console", "txt", "cc", "hpp", "output"};
  static const std::regex marker(R"(<!-- (code: |output: |example\b).*-->)");
  for (const Fence& fence : find_fences(lines)) {
    if (fence.close == lines.size())
      problems.push_back({file, static_cast<int>(fence.open) + 1,
                          "this fenced block does not end: close it with the same fence"});
    size_t before = fence.open;
    while (before > 0 && trimmed(lines[before - 1]).empty())
      --before;
    const bool marked = before > 0 && std::regex_search(lines[before - 1], marker);
    if (!marked && languages.count(fence.language) != 0)
      problems.push_back({file, static_cast<int>(fence.open) + 1,
                          "this block comes from nowhere: put <!-- code: FILE#REGION --> or <!-- "
                          "output: COMMAND --> before it, or <!-- example --> if no program has "
                          "it"});
  }
}

/// The first line behind the comment that opens a source file.
size_t behind_head(const Lines& source) {
  size_t line = 0;
  while (line < source.size() &&
         (trimmed(source[line]).empty() || source[line].rfind("//", 0) == 0))
    ++line;
  return line;
}

/// Marks the lines of `file` that the references in `shown` cover.
std::vector<bool> shown_lines(const Lines& source, const std::string& file,
                              const std::vector<std::string>& shown) {
  std::vector<bool> covered(source.size(), false);
  for (const std::string& reference : shown) {
    const size_t hash = reference.find('#');
    if (reference.substr(0, hash) != file)
      continue;
    try {
      const Place place =
          place_of(source, file, hash == std::string::npos ? "" : reference.substr(hash + 1));
      std::fill(covered.begin() + static_cast<ptrdiff_t>(place.begin),
                covered.begin() + static_cast<ptrdiff_t>(place.end), true);
    } catch (const Error&) { // said where the code is compared
    }
  }
  return covered;
}

} // namespace

size_t prose_words(const Lines& lines) {
  static const std::regex aside(R"(<!--.*?-->|\]\([^)]*\))"); // comments, and where links lead
  Lines text = lines;
  for (const Fence& fence : find_fences(lines))
    for (size_t i = fence.open; i <= fence.close && i < text.size(); ++i)
      text[i].clear();
  size_t words = 0;
  bool folded = false;
  for (const std::string& line : text) {
    folded = folded || line.find("<details>") != std::string::npos;
    if (!folded && line.rfind('|', 0) != 0 && line.rfind('#', 0) != 0) {
      std::istringstream stream(std::regex_replace(line, aside, ""));
      words += static_cast<size_t>(std::distance(std::istream_iterator<std::string>(stream), {}));
    }
    folded = folded && line.find("</details>") == std::string::npos;
  }
  return words;
}

void check_lesson(const std::string& file, const Lines& lines, Problems& problems) {
  check_sections(file, lines, problems);
  check_prose(file, lines, problems);
  check_page(file, lines, problems);
}

void check_page(const std::string& file, const Lines& lines, Problems& problems) {
  check_in_short(file, lines, problems);
  check_words(file, lines, problems);
  check_no_machinery(file, lines, problems);
  check_marked(file, lines, problems);
}

void check_lab_page(const std::string& file, const Lines& lines, Problems& problems) {
  check_measured(file, lines, problems);
  check_marked(file, lines, problems);
}

void check_program_shown(const fs::path& root, const std::string& chapter, Problems& problems) {
  static const std::regex marker("<!-- code: (.*?) -->");
  std::vector<std::string> shown;
  for (const auto& entry : fs::directory_iterator(root / chapter))
    if (entry.path().extension() == ".md")
      for (const std::string& line : lines_of(read_text(entry.path())))
        if (std::smatch found; std::regex_search(line, found, marker))
          shown.push_back(trimmed(found[1].str()));

  std::set<std::string> sources;
  for (const char* program : {"main.cpp", "smallest.cpp"}) {
    const std::string file = chapter + "/" + program;
    if (!fs::exists(root / file))
      continue;
    sources.insert(file);
    const std::string text = read_text(root / file);
    check_no_machinery(file, lines_of(text), problems);
    const std::regex kernel('"' + fs::path(chapter).filename().string() + "/[^\"]+\\.clh?\"");
    for (std::sregex_iterator it(text.begin(), text.end(), kernel), end; it != end; ++it)
      sources.insert("kernels/" + it->str().substr(1, it->length() - 2));
  }
  for (const std::string& file : sources) {
    if (!fs::exists(root / file))
      continue; // the program's own tests say so
    const Lines source = lines_of(read_text(root / file));
    const std::vector<bool> covered = shown_lines(source, file, shown);
    for (size_t i = behind_head(source); i < source.size(); ++i)
      if (!covered[i] && !trimmed(source[i]).empty() && region_marker(source[i]).empty()) {
        problems.push_back(
            {file, static_cast<int>(i) + 1,
             fmt::format("the lesson does not show this line ('{}'): it shows its program and "
                         "kernels whole",
                         trimmed(source[i]))});
        break; // what follows is often the same gap
      }
  }
}

} // namespace check_text
