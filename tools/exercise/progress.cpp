#include "tools/exercise/progress.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/report.hpp"

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
  throw common::Error("neither XDG_STATE_HOME nor HOME says where your progress is to be kept: set "
                      "one of them to a directory of yours.");
}

void make_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    throw common::Error(fmt::format("cannot make the directory '{}' ({}): check that you may write "
                                    "there, and that no file has its name.",
                                    directory.string(), error.message()));
}

Progress::Progress(fs::path directory) : directory_(std::move(directory)) {
  read();
}

void Progress::read() {
  entries_.clear();
  const fs::path file = directory_ / "progress.json";
  if (std::error_code unseen; !fs::is_regular_file(file, unseen))
    return;
  const Json document = Json::parse(common::read_text(file), nullptr, false);
  try {
    if (document.at("version").get<int>() != version)
      throw common::Error("another version");
    for (const auto& [id, entry] : document.at("exercises").items())
      entries_[id] = {entry.at("passed").get<std::string>(),
                      std::clamp(entry.at("hints").get<int>(), 0, 3)};
  } catch (const std::exception&) {
    const fs::path kept = unused(file);
    std::error_code error;
    fs::rename(file, kept, error);
    if (error)
      throw common::Error(fmt::format("your progress in '{}' was written by another version, or is "
                                      "damaged, and cannot be put aside ({}): move it away.",
                                      file.string(), error.message()));
    entries_.clear();
    fmt::print(stderr,
               "Your progress was written by another version, or is damaged. It is kept as {}, and "
               "begins anew.\n",
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

Progress::Entry& Progress::entry(const Exercise& exercise) {
  read();
  const Entry known = of(exercise);
  for (const std::string& old : exercise.was)
    entries_.erase(old);
  return entries_[exercise.id] = known;
}

void Progress::pass(const Exercise& exercise) {
  if (Entry& known = entry(exercise); known.passed.empty())
    known.passed = harness::today();
  save();
}

void Progress::hint(const Exercise& exercise, int level) {
  Entry& known = entry(exercise);
  known.hints = std::max(known.hints, level);
  save();
}

void Progress::forget(const Exercise& exercise) {
  entry(exercise);
  entries_.erase(exercise.id);
  save();
}

void Progress::save() const {
  Json exercises = Json::object();
  for (const auto& [id, entry] : entries_)
    exercises[id] = {{"passed", entry.passed}, {"hints", entry.hints}};
  make_directory(directory_);
  harness::write_json((directory_ / "progress.json").string(),
                      {{"version", version}, {"exercises", exercises}});
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
      throw common::Error(fmt::format("cannot keep your text as '{}' ({}): nothing was reset.",
                                      copy.string(), error.message()));
  }
}

} // namespace exercise
