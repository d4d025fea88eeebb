// The list of chapters, and what each holds.

#include "tools/learn/learn.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "tools/exercise/exercise.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <ranges>

namespace learn {
namespace {

// The steps of its ladder.
Json steps_of(const Chapter& chapter) {
  if (!chapter.exists() || !chapter.has_ladder())
    return Json::array();
  const harness::ProcessResult result =
      harness::run_process({chapter.lab().string(), "--list", "--json", "-"});
  const Json document = result.exit_code == 0 ? json_in(result.output) : Json();
  return document.is_object() ? document.value("steps", Json::array()) : Json::array();
}

Json everything() {
  const exercise::Workshop workshop(project_root(), program_directory().parent_path());
  const auto exercises_of = [&](const Chapter& chapter) {
    Json rows = Json::array();
    for (const exercise::Exercise& e : workshop.all)
      if (e.stem() == chapter.stem)
        rows.push_back({{"id", e.id}, {"title", e.title}, {"done", workshop.has_passed(e)}});
    return rows;
  };
  Json rows = Json::array();
  for (const Chapter& chapter : chapters())
    rows.push_back({{"number", chapter.number},
                    {"stem", chapter.stem},
                    {"title", chapter.title},
                    {"topic", chapter.topic},
                    {"lab", chapter.lab_topic},
                    {"kernels_first", chapter.kernels_first},
                    {"part", chapter.part},
                    {"state", chapter.exists() ? "there" : "to come"},
                    {"steps", steps_of(chapter)},
                    {"exercises", exercises_of(chapter)}});
  return {{"chapters", rows},
          {"exercises", {{"total", workshop.all.size()}, {"done", workshop.passed_count()}}}};
}

void print(const Json& document) {
  std::string part;
  int there = 0;
  int steps = 0;
  for (const Json& row : document["chapters"]) {
    if (row["part"] != part) {
      fmt::print("{}{}\n", part.empty() ? "" : "\n", row["part"].get<std::string>());
      part = row["part"];
    }
    const bool to_come = row["state"] == "to come";
    fmt::print("  {:02}  {:<26} {}{}\n", row["number"].get<int>(), row["title"].get<std::string>(),
               row["topic"].get<std::string>(), to_come ? " (to come)" : "");
    if (const std::string lab = row["lab"]; !lab.empty())
      fmt::print("        lab: {}\n", lab);
    if (const Json& exercises = row["exercises"]; !exercises.empty())
      fmt::print("        exercises: {} of {} done\n",
                 std::count_if(exercises.begin(), exercises.end(),
                               [](const Json& e) { return e["done"].get<bool>(); }),
                 exercises.size());
    for (const Json& step : row["steps"]) {
      fmt::print("        {:<5} {:<16} {}\n", step.value("id", ""), step.value("name", ""),
                 step.value("change", ""));
      ++steps;
    }
    there += to_come ? 0 : 1;
  }
  std::map<int, std::string> kernels_first; // the second way
  for (const Json& row : document["chapters"])
    if (const int place = row["kernels_first"]; place > 0)
      kernels_first[place] = fmt::format("{:02}", row["number"].get<int>());
  fmt::print("\nTwo ways: by number; or kernels first: {} (pages 1 and 2), then the rest.\n"
             "To look things up: chapters/cheat_sheet.md, chapters/glossary.md\n",
             fmt::join(kernels_first | std::views::values, ", "));
  fmt::print("\n{} of {} chapters are there, with {} steps in their case studies. Exercises: {} of "
             "{} done.\nRun one: ./learn run CHAPTER (a number or a name)\n",
             there, document["chapters"].size(), steps, document["exercises"]["done"].get<int>(),
             document["exercises"]["total"].get<int>());
}

} // namespace

int list(const Arguments& arguments) {
  CLI::App app{"The chapters, the steps of the case studies, and the exercises.", "learn list"};
  std::string json_file;
  CLI::Option* json =
      app.add_option("--json", json_file, "the same as JSON, to this file or to standard output")
          ->expected(0, 1)
          ->type_name("[FILE]");
  parse(app, arguments);

  const Json document = everything();
  if (json->count() > 0)
    harness::write_json(json_file.empty() ? "-" : json_file, document);
  else
    print(document);
  return common::exit_passed;
}

} // namespace learn
