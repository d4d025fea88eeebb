// What authors write by hand once, and programs afterwards: line breaks, tables, code, outputs, numbers.

#include "tools/learn/learn.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/process.hpp"
#include "tools/exercise/catalogue.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>

namespace learn {
namespace {

/// The version whose line breaks the project has: Debian 12's.
std::string clang_format() {
  for (const char* name : {"clang-format-14", "clang-format"})
    if (!harness::find_program(name).empty() &&
        harness::run_process({name, "--version"}).output.find("version 14.") != std::string::npos)
      return name;
  return "";
}

/// The C++ files that a test expects to be formatted, with the time of their last change.
std::map<std::string, fs::file_time_type> cpp_files(const fs::path& root) {
  std::map<std::string, fs::file_time_type> files;
  for (const char* tree : {"common", "harness", "chapters", "tools", "tests"})
    if (fs::is_directory(root / tree))
      for (const auto& entry : fs::recursive_directory_iterator(root / tree))
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
          files[entry.path().string()] = entry.last_write_time();
  return files;
}

void format_cpp(const fs::path& root) {
  const std::string program = clang_format();
  if (program.empty()) {
    fmt::print("The C++ files stay as they are: clang-format 14 is not installed.\n");
    return;
  }
  const auto before = cpp_files(root);
  if (before.empty())
    return;
  std::vector<std::string> command{program, "-i"};
  for (const auto& file : before)
    command.push_back(file.first);
  if (run_here(command) != 0)
    throw common::Error("clang-format failed: correct what it complains about above.");
  for (const auto& file : cpp_files(root)) // clang-format leaves good files alone
    if (before.at(file.first) != file.second)
      fmt::print("{}: formatted\n", fs::path(file.first).lexically_relative(root).generic_string());
}

/// The table of the root README.md: a chapter that has a lesson is there.
std::string chapter_table(const fs::path& root) {
  std::string text = "| | chapter | what it shows | what its lab is about |\n|---|---|---|---|\n";
  std::string part;
  for (const Chapter& chapter : chapters(root)) {
    if (chapter.part != part) {
      part = chapter.part;
      text += fmt::format("| | **{}** | | |\n", part);
    }
    const fs::path lesson = fs::path("chapters") / chapter.stem / "README.md";
    text += fmt::format("| {:02} | {} | {} | {} |\n", chapter.number,
                        fs::exists(root / lesson)
                            ? fmt::format("[{}]({})", chapter.title, lesson.generic_string())
                            : fmt::format("{} *(to come)*", chapter.title),
                        chapter.topic, chapter.lab_topic);
  }
  return text;
}

/// What the exercise is about, as a cell of a table: the first paragraph of its task.
std::string goal_of(const fs::path& task) {
  const std::string text = common::read_text(task);
  const std::string heading = "## Goal\n\n";
  const std::size_t at = text.find(heading);
  if (at == std::string::npos)
    throw common::Error(fmt::format("{} has no section '## Goal': add it.", task.string()));
  const std::size_t begin = at + heading.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

void write_if_changed(const fs::path& root, const fs::path& file, const std::string& text) {
  if (common::read_text(root / file) == text)
    return;
  common::write_text(root / file, text);
  fmt::print("{}: refreshed\n", file.generic_string());
}

} // namespace

std::string readme_with_chapters(const fs::path& root) {
  const fs::path file = root / "README.md";
  std::string text = common::read_text(file);
  const std::string begin = "<!-- chapters: ./learn fix -->\n";
  const std::size_t from = text.find(begin);
  const std::size_t to = text.find("<!-- /chapters -->", from);
  if (from == std::string::npos || to == std::string::npos)
    throw common::Error(fmt::format("{} has lost the marks around its table of chapters: {}",
                                    file.string(), begin));
  return text.replace(from + begin.size(), to - from - begin.size(), chapter_table(root));
}

std::map<fs::path, std::string> lessons_with_exercises(const fs::path& root) {
  std::map<fs::path, std::string> tables;
  const exercise::Places places{root};
  for (const exercise::Exercise& e : exercise::catalogue(root)) {
    std::string stars;
    for (int i = 0; i < e.stars; ++i)
      stars += "★";
    tables[fs::path("chapters") / e.stem() / "README.md"] +=
        fmt::format("| [`{}`](../../exercises/{}/task.md) | {} | {} | {} |\n", e.id, e.path, stars,
                    exercise::name_of(e.kind), goal_of(places.task(e)));
  }
  const std::string head = "| exercise | stars | kind | what it is about |\n|---|---|---|---|\n";
  for (auto& [file, table] : tables) {
    std::string text = common::read_text(root / file);
    const std::size_t at = text.find(head);
    if (at == std::string::npos)
      throw common::Error(fmt::format(
          "{} has no table of exercises: write its head into the section Exercises:\n{}",
          file.generic_string(), head));
    std::size_t end = at + head.size();
    while (text.compare(end, 1, "|") == 0)
      end = std::min(text.find('\n', end), text.size() - 1) + 1;
    text.replace(at, end - at, head + table);
    table = std::move(text);
  }
  return tables;
}

int fix(const Arguments& arguments) {
  CLI::App app{"Formats the C++ files, and refreshes the tables, code, outputs and numbers in the "
               "texts. What it changed is for you to read: git diff.",
               "learn fix"};
  std::string chapter;
  std::string root = project_root().string();
  std::string bin = program_directory().string();
  bool no_run = false;
  app.add_option("chapter", chapter, "compare the texts of this chapter only")
      ->type_name("CHAPTER");
  app.add_flag("--no-run", no_run, "run no programs: leave the outputs in the texts alone");
  app.add_option("--root", root, "the project's directory")->check(CLI::ExistingDirectory);
  app.add_option("--bin", bin, "where the built programs are")->check(CLI::ExistingDirectory);
  parse(app, arguments);

  format_cpp(root); // first: the texts show these files
  write_if_changed(root, "README.md", readme_with_chapters(root));
  if (fs::exists(fs::path(root) / ".clangd"))
    write_if_changed(root, ".clangd", editor_settings(root));
  for (const auto& lesson : lessons_with_exercises(root))
    write_if_changed(root, lesson.first, lesson.second);

  std::vector<std::string> command{
      (program_directory() / "check_text").string(), "--fix", "--root", root, "--bin", bin};
  if (!chapter.empty())
    command.insert(command.end(), {"--only", chapter});
  if (no_run)
    command.push_back("--no-run");
  return run_here(command);
}

} // namespace learn
