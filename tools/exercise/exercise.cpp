#include "tools/exercise/exercise.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/options.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"
#include "tools/exercise/fit.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace exercise {
namespace {

int check(Workshop& workshop, const std::string& wanted, bool as_json,
          const std::string& json_file) {
  const Exercise& e = find(workshop.all, wanted);
  const Verdict verdict = workshop.check(e);
  if (as_json)
    harness::write_json(
        json_file.empty() ? "-" : json_file,
        {{"id", e.id},
         {"path", e.path},
         {"file", workshop.file_of(e).lexically_relative(workshop.judging.places.root).string()},
         {"outcome", name_of(verdict.outcome)},
         {"exit_code", exit_code_of(verdict.outcome)},
         {"message", verdict.message},
         {"printed", verdict.printed},
         {"left_out", verdict.left_out},
         {"seconds", verdict.seconds}});
  if (!as_json || (!json_file.empty() && json_file != "-"))
    fmt::print("{}: {}\n{}", e.id, workshop.file_name_of(e),
               verdict_text(verdict, style_of_output()));
  return exit_code_of(verdict.outcome);
}

int next(const Workshop& workshop) {
  const Exercise* e = workshop.next();
  if (e == nullptr) {
    fmt::print("All {} exercises are done.\n", workshop.all.size());
    return common::exit_passed;
  }
  workshop.file_of(*e);
  fmt::print("{}\nCheck it: ./learn exercise check {}\n",
             introduction(workshop, *e, style_of_output()), e->id);
  return common::exit_passed;
}

} // namespace

Workshop::Workshop(const fs::path& root, const fs::path& build)
    : all(catalogue(root)), progress(state_directory()) {
  judging.build = build;
  judging.places.root = root;
}

std::size_t Workshop::passed_count() const {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const Exercise& e) { return has_passed(e); }));
}

const Exercise* Workshop::next(const Exercise* after) const {
  const auto open = [&](const Exercise& e) { return !has_passed(e); };
  const auto is_last = [&](const Exercise& e) {
    return e.id == progress.last() ||
           std::find(e.was.begin(), e.was.end(), progress.last()) != e.was.end();
  };
  auto from = after == nullptr ? std::find_if(all.begin(), all.end(), is_last)
                               : all.begin() + (after - all.data()) + 1;
  if (from == all.end())
    from = all.begin();
  auto found = std::find_if(from, all.end(), open);
  if (found == all.end())
    found = std::find_if(all.begin(), all.end(), open);
  return found == all.end() ? nullptr : &*found;
}

fs::path Workshop::file_of(const Exercise& exercise) const {
  const fs::path file = judging.places.mine(exercise);
  if (std::error_code none; fs::exists(fs::symlink_status(file, none)))
    return file;
  make_directory(file.parent_path());
  for (const std::string& old : exercise.was)
    if (const fs::path before = judging.places.mine(exercise, old); fs::exists(before)) {
      fs::rename(before, file);
      return file;
    }
  common::write_text(file, common::read_text(judging.places.starter(exercise)));
  return file;
}

std::string Workshop::file_name_of(const Exercise& exercise) const {
  const fs::path file = judging.places.mine(exercise);
  std::error_code elsewhere;
  return fs::equivalent(judging.places.root, fs::current_path(elsewhere), elsewhere)
             ? file.lexically_relative(judging.places.root).string()
             : file.string();
}

Verdict Workshop::check(const Exercise& exercise, const std::function<bool()>& give_up) {
  JudgeOptions asked = judging;
  asked.reasons = true;
  asked.give_up = give_up;
  if (!asked.tell)
    asked.tell = [](const std::string& text) { fmt::print(stderr, "{}\n", text); };
  const harness::TemporaryDirectory needed; // without one nothing can be judged, here or elsewhere
  Verdict verdict;
  try {
    verdict = judge(asked, exercise, file_of(exercise));
  } catch (const std::exception& error) { // not the learner's fault
    verdict.outcome = Outcome::skipped;
    verdict.message = error.what();
  }
  try {
    progress.visit(exercise);
    if (verdict.outcome == Outcome::passed)
      progress.pass(exercise);
  } catch (const std::exception& error) {
    if (verdict.outcome != Outcome::passed)
      return verdict;
    verdict.left_out += fmt::format("{}It could not be recorded as done: {}",
                                    verdict.left_out.empty() ? "" : "\n", error.what());
  }
  return verdict;
}

std::string Workshop::hint(const Exercise& exercise) {
  const int level = progress.hint(exercise);
  std::string text;
  for (int i = 1; i <= level; ++i)
    text +=
        fmt::format("Hint {} of 3: {}\n", i, exercise.hints.at(static_cast<std::size_t>(i - 1)));
  return text;
}

fs::path Workshop::reset(const Exercise& exercise) {
  const fs::path file = file_of(exercise);
  const std::string starter = common::read_text(judging.places.starter(exercise));
  const bool edited = common::read_text(file) != starter;
  const fs::path copy = edited ? progress.back_up(exercise, file) : "";
  if (edited)
    common::write_text(file, starter);
  progress.forget(exercise, copy);
  return copy;
}

std::string Workshop::undo_reset(const Exercise& exercise) {
  const std::optional<Progress::Reset> reset = progress.of(exercise).reset;
  if (!reset)
    return "There is no reset to undo.";
  std::string kept;
  if (!reset->copy.empty()) {
    const fs::path file = file_of(exercise);
    const std::string before = common::read_text(reset->copy);
    const std::string now = common::read_text(file);
    if (now != before && now != common::read_text(judging.places.starter(exercise)))
      kept = fmt::format(" What you had written since was saved as {}.",
                         progress.back_up(exercise, file).string());
    common::write_text(file, before);
  }
  progress.remember(exercise);
  return (reset->copy.empty() ? "The reset is undone." : "Your version is back.") + kept;
}

bool Workshop::solution_is_due(const Exercise& exercise) const {
  return has_passed(exercise) || progress.of(exercise).hints == 3;
}

std::string Workshop::solution(const Exercise& exercise) const {
  if (!solution_is_due(exercise))
    return "The solution is shown once you have passed, or after the third hint.\n";
  const std::string note =
      has_passed(exercise)
          ? ""
          : "You have not solved this yet: read the solution, close it, and write your own.\n\n";
  return note + "```\n" + common::read_text(judging.places.solution(exercise)) + "```\n\n" +
         common::read_text(judging.places.why(exercise));
}

int exercise_main(const std::vector<std::string>& arguments, const fs::path& root,
                  const fs::path& build) {
  CLI::App app{"Exercises that check themselves. Without a command, shows the next exercise (or "
               "the one with this ID) and checks your file each time you save it."};
  app.name("./learn exercise");
  Workshop workshop(root, build);
  constexpr const char* id_means = "an id, a path, or chapter/number such as 8/1";
  std::string id, json_file;
  std::vector<std::string> wanted;
  bool quick = false;
  std::function<int()> chosen = [&] {
    return watch(workshop, id.empty() ? nullptr : &find(workshop.all, id));
  };
  app.add_option("ID", id, id_means);
  app.add_option("--device", workshop.judging.device,
                 "gpu, cpu, an index, or part of a name; default: the best device found");
  app.add_option("--seed", workshop.judging.seed, "seed of the random inputs");
  const auto command = [&](const char* name, const char* about, std::function<int()> run) {
    CLI::App* sub = app.add_subcommand(name, about);
    sub->fallthrough();
    sub->callback([&chosen, run = std::move(run)] { chosen = run; });
    return sub;
  };
  const auto with_id = [&](CLI::App* sub) {
    sub->add_option("ID", id, id_means)->required();
    return sub;
  };
  const auto with_json = [&](CLI::App* sub) {
    sub->add_option("--json", json_file, "writes the same as JSON to FILE, or to standard output")
        ->expected(0, 1)
        ->type_name("[FILE]");
  };
  CLI::App *list = nullptr, *once = nullptr;
  with_json(list = command("list", "all exercises, and which you have done", [&] {
              if (list->count("--json") > 0)
                harness::write_json(json_file.empty() ? "-" : json_file, list_json(workshop));
              else
                fmt::print("{}", list_text(workshop, style_of_output()));
              return common::exit_passed;
            }));
  command("next", "the task of the next exercise", [&] { return next(workshop); });
  with_json(once = with_id(command(
                "check",
                "checks your file once. Exit codes: 0 passed, 1 wrong, 3 does not compile, 4 race "
                "or invalid access, 5 over budget, 6 crashed or did not finish, 77 skipped",
                [&] { return check(workshop, id, once->count("--json") > 0, json_file); })));
  with_id(command("hint", "shows one more hint, of three", [&] {
    fmt::print("{}", hints_text(workshop.hint(find(workshop.all, id)), style_of_output()));
    return common::exit_passed;
  }));
  with_id(command("reset", "puts the starter back; your version is saved", [&] {
    fmt::print("{}", reset_text(workshop, find(workshop.all, id)));
    return common::exit_passed;
  }));
  with_id(command("undo", "takes the last reset back", [&] {
    fmt::print("{}\n", workshop.undo_reset(find(workshop.all, id)));
    return common::exit_passed;
  }));
  with_id(command("solution", "our solution, once you have passed or after the third hint", [&] {
    const Style style = style_of_output();
    const std::string text = markdown_text(workshop.solution(find(workshop.all, id)), style);
    if (style.height > 0) // a terminal
      fmt::print("{}\n", fmt::join(lines_that_fit(text, style.width), "\n"));
    else
      fmt::print("{}", text);
    return common::exit_passed;
  }));
  command("watch", "shows an exercise and checks its file at each save", chosen)
      ->add_option("ID", id, "which one; default: the next");
  CLI::App* proof = command(
      "verify", "proves the exercises: starters fail, solutions pass, wrong versions are rejected",
      [&] { return verify(workshop, wanted, quick, json_file); });
  proof->add_option("ID", wanted,
                    "only these; the beginning of a path selects everything below it");
  proof->add_flag(
      "--quick", quick,
      "one wrong version of each, on the device only: without the simulator, and without "
      "the runs with work-groups of one work-item");
  proof->add_option("--json", json_file, "writes the findings to FILE as JSON");
  Report table;
  CLI::App* class_report = command(
      "report",
      "judges the folders of a class, and writes a table: a row for each student and exercise",
      [&] { return report(workshop, table); });
  class_report
      ->add_option("DIR", table.folders, "one for each student, with mine/NN_topic/ID.cl in it")
      ->required();
  class_report->add_option("--only", table.only,
                           "ids, or beginnings of paths; default: all that somebody has handed in");
  class_report
      ->add_option("--csv", table.csv_file, "writes the table to FILE; - is standard output")
      ->type_name("FILE");
  class_report->add_option("--json", table.json_file, "the same as JSON, with whole messages")
      ->type_name("FILE");
  class_report->add_option("--jobs", table.jobs, "exercises that are judged at the same time")
      ->check(CLI::Range(1, 64));
  app.require_subcommand(0, 1);

  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend()); // as CLI11 wants them
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? common::exit_passed : common::exit_usage;
  }
  return chosen();
}

} // namespace exercise
