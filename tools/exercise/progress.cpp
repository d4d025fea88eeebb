#include "tools/exercise/progress.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/lock.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace exercise {
namespace {

constexpr int version = 1;
using Json = nlohmann::json;

// A name beside `file` that nobody uses: NAME.1, NAME.2 and so on.
fs::path unused(const fs::path& file) {
  for (int i = 1;; ++i)
    if (fs::path candidate = fmt::format("{}.{}", file.string(), i); !fs::exists(candidate))
      return candidate;
}

} // namespace

fs::path state_directory() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state != '\0')
    return fs::path(state) / "opencl-step-by-step";
  for (const char* variable : {"HOME", "LOCALAPPDATA"})
    if (const char* home = std::getenv(variable); home != nullptr && *home != '\0')
      return fs::path(home) / (variable[0] == 'H' ? ".local/state" : "") / "opencl-step-by-step";
  throw common::Error("there is no place to keep your progress, because neither XDG_STATE_HOME nor "
                      "HOME is set: set one of them to a directory of yours.");
}

void make_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    throw common::Error(
        fmt::format("cannot create the directory '{}' ({}): check that you may write "
                    "there, and that no file has that name.",
                    directory.string(), error.message()));
}

Progress::Progress(fs::path directory) : directory_(std::move(directory)) {
  const harness::Lock lock(directory_); // reading may put a damaged file aside
  read();
}

void Progress::read() {
  entries_.clear();
  last_.clear();
  const fs::path file = directory_ / "progress.json";
  if (std::error_code unseen; !fs::is_regular_file(file, unseen))
    return;
  const Json document = Json::parse(common::read_text(file), nullptr, false);
  try {
    if (document.at("version").get<int>() != version)
      throw common::Error("another version");
    for (const auto& [id, entry] : document.at("exercises").items()) {
      const auto hints = [](const Json& of) { return std::clamp(of.at("hints").get<int>(), 0, 3); };
      entries_[id] = {entry.at("passed").get<std::string>(), hints(entry)};
      if (entry.contains("reset")) {
        const Json& reset = entry.at("reset");
        entries_[id].reset = Reset{reset.at("copy").get<std::string>(),
                                   reset.at("passed").get<std::string>(), hints(reset)};
      }
    }
    last_ = document.value("last", "");
  } catch (const std::exception&) {
    const fs::path kept = unused(file);
    std::error_code error;
    fs::rename(file, kept, error);
    if (error)
      throw common::Error(
          fmt::format("your progress file '{}' is damaged, or another version wrote "
                      "it, and it cannot be renamed ({}): move it away.",
                      file.string(), error.message()));
    entries_.clear();
    last_.clear();
    fmt::print(
        stderr,
        "Your progress file is damaged, or another version wrote it. It was renamed to {}, and "
        "you start with a new one.\n",
        kept.string());
  }
}

Progress::Entry Progress::of(const Exercise& exercise) const {
  if (const auto found = entries_.find(exercise.id); found != entries_.end())
    return found->second;
  for (const std::string& old : exercise.was)
    if (const auto found = entries_.find(old); found != entries_.end())
      return found->second;
  return {};
}

void Progress::change(const std::function<void()>& how) {
  make_directory(directory_);
  const harness::Lock lock(directory_);
  read();
  how();
  save();
}

void Progress::change(const Exercise& exercise, const std::function<void(Entry&)>& how) {
  change([&] {
    Entry entry = of(exercise);
    for (const std::string& old : exercise.was)
      entries_.erase(old);
    how(entry);
    entries_[exercise.id] = entry;
  });
}

void Progress::pass(const Exercise& exercise) {
  change(exercise, [](Entry& entry) {
    if (entry.passed.empty())
      entry.passed = harness::today();
  });
}

int Progress::hint(const Exercise& exercise) {
  change(exercise, [](Entry& entry) { entry.hints = std::min(3, entry.hints + 1); });
  return of(exercise).hints;
}

void Progress::forget(const Exercise& exercise, const fs::path& copy) {
  change(exercise, [&](Entry& entry) {
    if (!copy.empty() || !entry.passed.empty() || entry.hints > 0) // else there is nothing to keep
      entry = {"", 0, Reset{copy.string(), entry.passed, entry.hints}};
  });
}

void Progress::remember(const Exercise& exercise) {
  change(exercise, [](Entry& entry) {
    if (entry.reset)
      entry = {entry.passed.empty() ? entry.reset->passed : entry.passed,
               std::max(entry.hints, entry.reset->hints)};
  });
}

void Progress::visit(const Exercise& exercise) {
  if (last_ != exercise.id)
    change([&] { last_ = exercise.id; });
}

void Progress::save() const {
  Json exercises = Json::object();
  for (const auto& [id, entry] : entries_) {
    if (!entry.passed.empty() || entry.hints > 0 || entry.reset)
      exercises[id] = {{"passed", entry.passed}, {"hints", entry.hints}};
    if (entry.reset)
      exercises[id]["reset"] = {{"copy", entry.reset->copy},
                                {"passed", entry.reset->passed},
                                {"hints", entry.reset->hints}};
  }
  Json document{{"version", version}, {"exercises", exercises}};
  if (!last_.empty())
    document["last"] = last_;
  harness::write_json((directory_ / "progress.json").string(), document);
}

fs::path Progress::back_up(const Exercise& exercise, const fs::path& file) const {
  const fs::path backups = directory_ / "backups" / exercise.path;
  make_directory(backups);
  for (;;) {
    const fs::path copy = unused(backups / exercise.file);
    std::error_code error;
    if (fs::copy_file(file, copy, error)) // which never writes over another
      return copy;
    if (error != std::errc::file_exists)
      throw common::Error(
          fmt::format("cannot save your version as '{}' ({}), so nothing was reset.", copy.string(),
                      error.message()));
  }
}

} // namespace exercise
