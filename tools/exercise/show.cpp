// The words and tables that learners see.

#include "common/kernel_io.hpp"
#include "common/report.hpp"
#include "tools/exercise/exercise.hpp"

#include <fmt/format.h>

namespace exercise {
namespace {

constexpr const char* green = "\033[32m";
constexpr const char* red = "\033[31m";
constexpr const char* plain = "\033[0m";

const char* headline(Outcome outcome) {
  switch (outcome) {
  case Outcome::passed:
    return "Passed.";
  case Outcome::wrong:
    return "Not yet: the result is wrong.";
  case Outcome::build:
    return "Not yet: it does not compile.";
  case Outcome::sanitizer:
    return "Not yet: right by luck.";
  case Outcome::budget:
    return "Not yet: it costs too much.";
  case Outcome::timeout:
    return "Not yet: it does not end, or it crashes.";
  case Outcome::skipped:
    return "Skipped: this machine cannot judge it.";
  }
  return "";
}

std::string indented(const std::string& text) {
  std::string result = "  ";
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '\n' && i + 1 < text.size())
      result += "  ";
  }
  return result + (text.empty() || text.back() == '\n' ? "" : "\n");
}

} // namespace

std::string stars_text(int stars) {
  std::string text;
  for (int i = 1; i <= 3; ++i)
    text += i <= stars ? "★" : "☆";
  return text;
}

std::string introduction(const Workshop& workshop, const Exercise& exercise) {
  return fmt::format("{} · {}   {}   about {} minutes\nEdit: {}\n\n{}\n",
                     exercise.path.substr(0, 2), exercise.title, stars_text(exercise.stars),
                     exercise.minutes, workshop.file_of(exercise).string(),
                     common::read_text(workshop.court.places.task(exercise)));
}

std::string verdict_text(const Verdict& verdict, bool colour) {
  const bool passed = verdict.outcome == Outcome::passed;
  std::string text = fmt::format("{}{}{}  ({:.1f} s)\n", colour ? passed ? green : red : "",
                                 headline(verdict.outcome), colour ? plain : "", verdict.seconds);
  if (!verdict.message.empty())
    text += indented(verdict.message);
  if (!verdict.left_out.empty())
    text += indented(verdict.left_out);
  return text;
}

std::string hint_text(const Exercise& exercise, int level) {
  const auto index = static_cast<std::size_t>(level - 1);
  return fmt::format("Hint {} of {}: {}\n", level, exercise.hints.size(), exercise.hints.at(index));
}

std::string list_text(const Workshop& workshop) {
  common::Table table({{""}, {"exercise"}, {"title"}, {"stars"}, {"kind"}, {"minutes"}});
  std::size_t done = 0;
  int chapter = 0;
  for (const Exercise& e : workshop.all) {
    if (chapter != 0 && chapter != e.chapter())
      table.add({});
    chapter = e.chapter();
    const bool passed = !workshop.progress.of(e).passed.empty();
    done += passed ? 1 : 0;
    table.add({passed ? "done" : "", e.path, e.title, stars_text(e.stars), name_of(e.kind),
               std::to_string(e.minutes)});
  }
  return table.text() + fmt::format("\n{} of {} done\n", done, workshop.all.size());
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
  return {{"exercises", rows}};
}

} // namespace exercise
