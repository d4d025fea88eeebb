#include "tools/exercise/exercise.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/options.hpp"
#include "common/report.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <functional>

namespace exercise {
namespace {

int check(Workshop& workshop, const std::string& wanted, const std::string& json_file) {
  const Exercise& e = find(workshop.all, wanted);
  const fs::path file = workshop.file_of(e);
  const Verdict verdict = judge(workshop.court, e, file);
  if (verdict.outcome == Outcome::passed)
    workshop.progress.pass(e);
  if (json_file != "-")
    fmt::print("{}: {}{}", e.path, file.string(), "\n" + verdict_text(verdict, false));
  if (!json_file.empty())
    common::write_json(json_file, {{"id", e.id},
                                   {"path", e.path},
                                   {"file", file.string()},
                                   {"outcome", name_of(verdict.outcome)},
                                   {"message", verdict.message},
                                   {"left_out", verdict.left_out},
                                   {"seconds", verdict.seconds}});
  return exit_code_of(verdict.outcome);
}

int hint(Workshop& workshop, const std::string& wanted) {
  const Exercise& e = find(workshop.all, wanted);
  const int level = std::min(3, workshop.progress.of(e).hints + 1);
  workshop.progress.hint(e, level);
  for (int i = 1; i <= level; ++i)
    fmt::print("{}", hint_text(e, i));
  return common::exit_passed;
}

int reset(Workshop& workshop, const std::string& wanted) {
  const Exercise& e = find(workshop.all, wanted);
  const fs::path file = workshop.file_of(e);
  fmt::print("Your text is kept as {}\n", workshop.progress.back_up(e, file).string());
  fs::copy_file(workshop.court.places.starter(e), file, fs::copy_options::overwrite_existing);
  workshop.progress.forget(e);
  fmt::print("{} is the starter again.\n", file.string());
  return common::exit_passed;
}

int next(const Workshop& workshop) {
  const Exercise* e = workshop.next();
  if (e == nullptr)
    fmt::print("All {} exercises are done.\n", workshop.all.size());
  else
    fmt::print("{}\nCheck it: ./learn exercise check {}\n", introduction(workshop, *e), e->id);
  return common::exit_passed;
}

} // namespace

Workshop::Workshop(const fs::path& root, const fs::path& build)
    : all(catalogue(root)), progress(state_directory()) {
  court.build = build;
  court.places.root = root;
}

const Exercise* Workshop::next() const {
  for (const Exercise& e : all)
    if (progress.of(e).passed.empty())
      return &e;
  return nullptr;
}

fs::path Workshop::file_of(const Exercise& exercise) const {
  const fs::path file = court.places.mine(exercise);
  if (!fs::exists(file)) {
    fs::create_directories(file.parent_path());
    fs::copy_file(court.places.starter(exercise), file);
  }
  return file;
}

int exercise_main(const std::vector<std::string>& arguments, const fs::path& root,
                  const fs::path& build) {
  CLI::App app{"Exercises that check themselves. Without a word it shows the next one, and checks "
               "its file each time you save."};
  app.name("./learn exercise");
  Workshop workshop(root, build);
  std::string id, json_file;
  std::vector<std::string> wanted;
  bool quick = false;
  std::function<int()> chosen = [&] { return watch(workshop, nullptr); };
  app.add_option("--device", workshop.court.device,
                 "gpu, cpu, an index, or part of a name; default: the best there is");
  app.add_option("--seed", workshop.court.seed, "seed of the inputs");
  const auto command = [&](const char* name, const char* about, std::function<int()> run) {
    CLI::App* sub = app.add_subcommand(name, about);
    sub->fallthrough();
    sub->callback([&chosen, run = std::move(run)] { chosen = run; });
    return sub;
  };
  const auto with_id = [&](CLI::App* sub) {
    sub->add_option("ID", id, "an id, a path, or chapter/number as in 8/1")->required();
    return sub;
  };
  command("list", "all exercises, and what is done", [&] {
    if (!json_file.empty())
      common::write_json(json_file, list_json(workshop));
    else
      fmt::print("{}", list_text(workshop));
    return common::exit_passed;
  })->add_option("--json", json_file, "write it to this file as JSON (-: standard output)");
  command("next", "the task of the next one", [&] { return next(workshop); });
  with_id(command("check",
                  "judges your file once: 0 passed, 1 wrong, 3 does not compile, 4 race or "
                  "wrong access, 5 over the budget, 6 no end or a crash, 77 skipped",
                  [&] { return check(workshop, id, json_file); }))
      ->add_option("--json", json_file, "write the verdict to this file as JSON");
  with_id(command("hint", "the next of three hints", [&] { return hint(workshop, id); }));
  with_id(command("reset", "back to the starter; your text is kept",
                  [&] { return reset(workshop, id); }));
  command("watch", "shows an exercise and checks its file at each save", [&] {
    return watch(workshop, id.empty() ? nullptr : &find(workshop.all, id));
  })->add_option("ID", id, "which one; default: the next");
  CLI::App* proof = command("verify",
                            "proves all exercises: starters fail, solutions pass, wrong "
                            "versions are rejected",
                            [&] { return verify(workshop, wanted, quick, json_file); });
  proof->add_option("ID", wanted, "only these, or the beginning of a path");
  proof->add_flag("--quick", quick, "without the run with work-groups of one");
  proof->add_option("--json", json_file, "write what was found to this file as JSON");
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
