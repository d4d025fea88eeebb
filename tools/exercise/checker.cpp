#include "tools/exercise/checker.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/system/process.hpp"
#include "tools/exercise/explain.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace exercise {

void VerdictFile::prepare() {
  word_.clear();
  for (int i = 0; i < 4; ++i)
    word_ += fmt::format("{:08x}", std::random_device{}());
  std::error_code none;
  fs::remove(place_, none);
  common::write_text(path, word_);
}

nlohmann::json VerdictFile::read() const {
  if (!fs::is_regular_file(path))
    return {};
  const nlohmann::json document = nlohmann::json::parse(common::read_text(path), nullptr, false);
  return document.is_object() && document.value("word", nlohmann::json()) == word_
             ? document
             : nlohmann::json();
}

std::string VerdictFile::place() const {
  std::error_code none;
  const std::string text =
      fs::is_regular_file(place_, none) ? printable(common::read_text(place_)) : "";
  return text.empty() ? "" : " The check had reached: " + cut(text, 0, most_of_a_message) + ".";
}

fs::path checker_of(const JudgeOptions& judging, const Exercise& exercise) {
  if (!exercise.is_host())
    return judging.build / "bin" / "exercise-check";
  std::string name = exercise.path;
  std::replace(name.begin(), name.end(), '/', '-');
  return judging.build / "bin" / "exercises" / name;
}

void wait_for_turn(const JudgeOptions& judging, std::optional<harness::Lock>& lock) {
  const fs::path directory = judging.build / "exercises";
  fs::create_directories(directory);
  const common::Stopwatch watch;
  bool told = false;
  lock.emplace(directory, [&] {
    if (judging.give_up && judging.give_up())
      return false;
    if (!judging.tell)
      return true;
    if (!told && watch.seconds() > 1.0) {
      told = true;
      judging.tell("Another check is being compiled. This one starts when that has finished.");
    }
    return watch.seconds() < judging.most_seconds_of_waiting;
  });
  if (!lock->held() && !(judging.give_up && judging.give_up()))
    throw common::Error(fmt::format(
        "another program has been compiling exercises in '{}' for {:.0f} minutes: end it "
        "(is there a second `./learn exercise`?), and check again.",
        directory.string(), judging.most_seconds_of_waiting / 60));
}

std::string build_host_program(const JudgeOptions& judging, const Exercise& exercise,
                               const fs::path& file) {
  const fs::path input = judging.build / "exercises" / "input" / exercise.path / exercise.file;
  fs::create_directories(input.parent_path());
  const std::string source = common::read_text(file);
  if (!fs::is_regular_file(input) || common::read_text(input) != source)
    common::write_text(input, source);
  harness::ProcessOptions options;
  options.timeout_seconds = 300;
  options.give_up = judging.give_up;
  const harness::ProcessResult built =
      harness::run_process({"cmake", "--build", judging.build.string(), "--target",
                            checker_of(judging, exercise).filename().string()},
                           options);
  return built.timed_out        ? "The compiler had not finished after 5 minutes."
         : built.exit_code == 0 ? ""
                                : built.output;
}

} // namespace exercise
