// The project as the commands see it: where it lies, its chapters, and running their programs.

#include "tools/learn/learn.hpp"

#include "tools/exercise/exercise.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/places.hpp"
#include "harness/system/options.hpp"
#include "harness/system/places.hpp"
#include "harness/system/process.hpp"
#include "harness/system/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>

#ifdef _WIN32
#include <process.h>
#endif

namespace learn {
namespace {

std::string name_of(const Chapter& chapter) { // "matmul" of "15_matmul"
  return chapter.stem.substr(chapter.stem.find('_') + 1);
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 6 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

fs::path project_root() {
  return common::source_root;
}

fs::path program_directory() {
  const fs::path self = common::own_executable();
  return self.empty() ? fs::path(harness::build_root) / "bin" : self.parent_path();
}

bool Chapter::has_ladder() const {
  const std::vector<std::string> ladders = harness::split(LEARN_LADDERS, " ");
  return std::find(ladders.begin(), ladders.end(), stem) != ladders.end();
}

std::vector<Chapter> chapters(const fs::path& root) {
  const fs::path file = root / "chapters" / "chapters.json";
  std::vector<Chapter> result;
  try {
    for (const Json& part : Json::parse(common::read_text(file)))
      for (const Json& entry : part.at("chapters")) {
        const std::string stem = entry.at("stem");
        result.push_back({std::stoi(stem), stem, entry.at("title"), entry.at("topic"),
                          part.at("part"), entry.value("lab", ""),
                          entry.value("kernels_first", 0)});
      }
  } catch (const common::Error&) {
    throw;
  } catch (const std::exception& e) {
    throw common::Error(
        fmt::format("the table of chapters {} is damaged: {}", file.string(), e.what()));
  }
  return result;
}

Chapter find_chapter(const std::string& wanted) {
  const std::vector<Chapter> all = chapters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Chapter& chapter) {
    return is_number(wanted) ? chapter.number == std::stoi(wanted)
                             : chapter.stem == wanted || name_of(chapter) == wanted;
  });
  if (found == all.end()) {
    std::vector<std::string> near;
    for (const Chapter& chapter : all)
      if (harness::is_near(wanted, name_of(chapter)) || harness::is_near(wanted, chapter.stem))
        near.push_back(chapter.stem);
    throw common::UsageError(
        fmt::format("there is no chapter '{}'. {}`./learn list` shows all of them.", wanted,
                    near.empty() ? "" : fmt::format("Near it: {}. ", fmt::join(near, ", "))));
  }
  if (!found->exists())
    throw common::UsageError(fmt::format("chapter {} ({}) is still to come; `./learn list` shows "
                                         "the chapters that are there.",
                                         found->number, found->title));
  return *found;
}

Json json_in(const std::string& output) {
  const std::string text = "\n" + output;
  const std::size_t begin = text.find("\n{");
  const std::size_t end = text.find("\n}", begin);
  if (begin == std::string::npos || end == std::string::npos)
    return nullptr;
  const Json document = Json::parse(text.substr(begin, end + 2 - begin), nullptr, false);
  return document.is_discarded() ? Json(nullptr) : document;
}

void parse(CLI::App& app, const Arguments& arguments) {
  Arguments all{app.get_name()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& argument : all)
    argv.push_back(argument.data());
  common::parse(app, static_cast<int>(argv.size()), argv.data());
}

#ifdef _WIN32

int run_here(const std::vector<std::string>& command) {
  std::fflush(nullptr);
  std::vector<const char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(argument.c_str());
  arguments.push_back(nullptr);
  return static_cast<int>(_spawnvp(_P_WAIT, arguments[0], arguments.data()));
}

int become(const std::vector<std::string>& command) {
  return run_here(command);
}

#else

int run_here(const std::vector<std::string>& command) {
  std::fflush(nullptr); // what we have said comes first
  harness::ProcessOptions options;
  options.foreground = true;
  options.timeout_seconds = std::numeric_limits<int>::max();
  const int code = harness::run_process(command, options).exit_code;
  if (code == 127)
    throw common::Error(fmt::format("cannot start {}.", command.front()));
  return code;
}

int become(const std::vector<std::string>& command) {
  std::fflush(nullptr);
  harness::execute(command);
  throw common::Error(
      fmt::format("cannot start {} ({}): run ./learn, which builds what is missing.",
                  command.front(), std::strerror(errno)));
}

#endif

int exercises(const Arguments& arguments) {
  return exercise::exercise_main(arguments, project_root(), program_directory().parent_path());
}

} // namespace learn
