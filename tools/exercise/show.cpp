// The words and tables that learners see.

#include "common/kernel_io.hpp"
#include "harness/system/report.hpp"
#include "tools/exercise/exercise.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>

#ifndef _WIN32
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace exercise {
namespace {

constexpr const char* green = "\033[32m";
constexpr const char* red = "\033[31m";
constexpr const char* cyan = "\033[36m";
constexpr const char* bold = "\033[1m";
constexpr const char* dim = "\033[2m";
constexpr const char* plain = "\033[0m";

std::string in(const Style& style, const char* colour, const std::string& text) {
  return style.colour ? colour + text + plain : text;
}

const char* headline(Outcome outcome) {
  switch (outcome) {
  case Outcome::passed:
    return "✓ Passed.";
  case Outcome::wrong:
    return "✗ Not yet: the result is wrong.";
  case Outcome::build:
    return "✗ Not yet: it does not compile.";
  case Outcome::sanitizer:
    return "✗ Not yet: the result is right only by luck.";
  case Outcome::budget:
    return "✗ Not yet: it is over budget.";
  case Outcome::timeout:
    return "✗ Not yet: it crashed, or did not finish.";
  case Outcome::skipped:
    return "Skipped: it could not be checked here.";
  }
  return "";
}

// Breaks a paragraph; lines after the first begin with `indent` blanks. `used`: columns of the first
// line that are taken.
std::string broken(const std::string& paragraph, std::size_t width, std::size_t indent,
                   std::size_t used = 0) {
  std::istringstream words(paragraph);
  std::string text;
  for (std::string word; words >> word;) {
    const std::size_t length = harness::display_width(word);
    if (!text.empty() && used + 1 + length > width) {
      text += '\n' + std::string(indent, ' ');
      used = indent;
    } else if (!text.empty()) {
      text += ' ';
      ++used;
    }
    text += word;
    used += length;
  }
  return text + '\n';
}

// Two blanks before each line. Sentences are broken; lines of source, which a bar marks, are not.
// "What to try:   Make it" goes on below "Make".
std::string indented(const std::string& text, std::size_t width) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (const std::size_t colon = line.find(":  "); line.compare(begin, 2, "- ") == 0)
      begin += 2;
    else if (colon < line.find('.'))
      begin = std::min(line.find_first_not_of(' ', colon + 1), line.size());
    const bool source = line.find(" | ") != std::string::npos;
    result += source || harness::display_width(line) + 2 <= width
                  ? "  " + line + '\n'
                  : "  " + line.substr(0, begin) +
                        broken(line.substr(begin), width, 2 + begin, 2 + begin);
  }
  return result;
}

// `code` in colour, without its marks; **bold** likewise. Where there are no colours, code keeps its marks.
std::string marked(const std::string& text, const Style& style) {
  std::string result;
  bool code = false, strong = false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '`') {
      code = !code;
      result += !style.colour ? "`" : code ? cyan : plain;
    } else if (!code && text.compare(i, 2, "**") == 0) {
      strong = !strong;
      result += !style.colour ? "" : strong ? bold : plain;
      ++i;
    } else if (text[i] == '\n' && style.colour &&
               (code || strong)) { // each line is printed by itself
      result += fmt::format("{}\n{}", plain, code ? cyan : bold);
    } else {
      result += text[i];
    }
  return result;
}

} // namespace

Style style_of_output() {
  Style style;
#ifndef _WIN32
  const char* terminal = std::getenv("TERM");
  const char* no_colour = std::getenv("NO_COLOR");
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0) {
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20) {
      style.width = std::min<std::size_t>(size.ws_col - 1, 100);
      style.columns = size.ws_col;
      style.height = size.ws_row;
    }
    style.colour = (no_colour == nullptr || *no_colour == '\0') && terminal != nullptr &&
                   std::string(terminal) != "dumb";
    const char* many = std::getenv("COLORTERM");
    style.greys =
        style.colour && (many != nullptr || std::string(terminal).find("256") != std::string::npos);
  }
#endif
  return style;
}

std::string faint(const Style& style, const std::string& text) {
  return in(style, dim, text);
}

std::string strong(const Style& style, const std::string& text) {
  return in(style, bold, text);
}

std::string stars_text(int stars) {
  std::string text;
  for (int i = 1; i <= 3; ++i)
    text += i <= stars ? "★" : "☆";
  return text;
}

std::string markdown_text(const std::string& markdown, const Style& style) {
  std::string text, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty())
      text += marked(broken(paragraph, style.width, paragraph.rfind("- ", 0) == 0 ? 2 : 0), style);
    paragraph.clear();
  };
  std::istringstream lines(markdown);
  bool fenced = false, blank_wanted = false;
  for (std::string line; std::getline(lines, line);) {
    const auto begins_with = [&](const char* mark) { return line.rfind(mark, 0) == 0; };
    const bool code = fenced || (paragraph.empty() && begins_with("    "));
    if (line.empty() && !fenced) {
      end_paragraph();
      blank_wanted = blank_wanted || !text.empty();
      continue;
    }
    if (begins_with("# ")) // the title is told elsewhere
      continue;
    if (code || begins_with("```") || begins_with("## ") || begins_with("|") || begins_with("- "))
      end_paragraph();
    if (blank_wanted)
      text += '\n';
    blank_wanted = false;
    if (begins_with("```")) {
      fenced = !fenced;
    } else if (code) {
      text += in(style, cyan, (fenced ? "    " : "") + line) + '\n';
    } else if (begins_with("## ")) {
      text += in(style, bold, line.substr(3)) + '\n';
      while (lines.peek() == '\n') // no empty line below it: screens are small
        lines.get();
    } else if (begins_with("|")) {
      text += marked(line, style) + '\n';
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  end_paragraph();
  return text;
}

std::string hints_text(const std::string& hints, const Style& style) {
  std::string text;
  std::istringstream lines(hints);
  for (std::string line; std::getline(lines, line);)
    text += markdown_text(line, style);
  return text;
}

std::string lesson_text(const Lesson& lesson, const Style& style) {
  return in(style, cyan, lesson.page) +
         (lesson.section.empty() ? "" : fmt::format(", \"{}\"", lesson.section));
}

std::string heading_text(const Exercise& exercise, const Lesson& lesson, const std::string& file,
                         const Style& style) {
  const std::string title = fmt::format("Chapter {:02} · {}", exercise.chapter(), exercise.title);
  const std::string effort =
      fmt::format("{}, about {} minutes", name_of(exercise.kind), exercise.minutes);
  const std::size_t length = harness::display_width(title + effort) + 3 + 2 * 2; // stars, gaps
  return fmt::format("{}  {}{}{}\nLesson: {}\nEdit:   {}\n", in(style, bold, title),
                     stars_text(exercise.stars), length <= style.width ? "  " : "\n",
                     faint(style, effort), lesson_text(lesson, style), in(style, cyan, file));
}

std::string introduction(const Workshop& workshop, const Exercise& exercise, const Style& style) {
  const Places& places = workshop.judging.places;
  return heading_text(exercise, lesson_of(places, exercise), workshop.file_name_of(exercise),
                      style) +
         '\n' + markdown_text(common::read_text(places.task(exercise)), style);
}

std::string verdict_text(const Verdict& verdict, const Style& style) {
  const bool passed = verdict.outcome == Outcome::passed;
  std::string text =
      in(style, passed ? green : red, headline(verdict.outcome)) +
      (verdict.seconds < 1e-3
           ? "\n"
           : faint(style,
                   fmt::format("  checked in {}", harness::duration_text(1e3 * verdict.seconds))) +
                 '\n');
  if (!verdict.message.empty())
    text += indented(verdict.message, style.width);
  if (!verdict.left_out.empty())
    text += indented(verdict.left_out, style.width);
  if (!verdict.printed.empty()) {
    text += faint(style, "  The last lines it printed:") + '\n';
    std::istringstream lines(verdict.printed);
    for (std::string line; std::getline(lines, line);)
      text += "    " + line + '\n';
  }
  return text;
}

std::string reset_text(Workshop& workshop, const Exercise& exercise) {
  const fs::path kept = workshop.reset(exercise);
  return markdown_text(fmt::format("The starter is back, and counts as not done.{}",
                                   kept.empty() ? "" : " Your version was saved as"),
                       style_of_output()) +
         (kept.empty() ? "" : kept.string() + '\n') +
         fmt::format("To take that back: ./learn exercise undo {}\n", exercise.id);
}

std::string list_text(const Workshop& workshop, const Style& style) {
  const auto table = [&](bool with_titles) {
    using Align = harness::Table::Align;
    std::vector<harness::Table::Column> columns{
        {""}, {"id"}, {"stars"}, {"kind"}, {"min", Align::right}};
    if (with_titles)
      columns.push_back({"title"});
    harness::Table rows(columns);
    int chapter = 0;
    for (const Exercise& e : workshop.all) {
      if (chapter != 0 && chapter != e.chapter())
        rows.add({});
      const std::string number = chapter == e.chapter() ? "  " : fmt::format("{:02}", e.chapter());
      std::vector<std::string> cells{number + (workshop.has_passed(e) ? " ✓" : ""), e.id,
                                     stars_text(e.stars), name_of(e.kind),
                                     std::to_string(e.minutes)};
      if (with_titles)
        cells.push_back(e.title);
      rows.add(cells);
      chapter = e.chapter();
    }
    return rows.text();
  };
  std::string text = table(true);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (harness::display_width(line) > style.width) {
      text = table(false);
      break;
    }
  return text + fmt::format("\n{} of {} done. Start one: ./learn exercise ID\n",
                            workshop.passed_count(), workshop.all.size());
}

nlohmann::json list_json(const Workshop& workshop) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Exercise& e : workshop.all) {
    const Progress::Entry entry = workshop.progress.of(e);
    rows.push_back(
        {{"id", e.id},
         {"path", e.path},
         {"title", e.title},
         {"kind", name_of(e.kind)},
         {"stars", e.stars},
         {"minutes", e.minutes},
         {"requires", e.requires_},
         {"teaches", e.teaches},
         {"passed", entry.passed.empty() ? nlohmann::json() : nlohmann::json(entry.passed)},
         {"hints", entry.hints}});
  }
  return {{"exercises", rows}, {"total", workshop.all.size()}, {"done", workshop.passed_count()}};
}

} // namespace exercise
