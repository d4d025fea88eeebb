// exercise-check: runs the check of one exercise on one file. The judge starts it as a child, so that
// a crash or an endless loop of learner code is a message and not the end of the program.
//
//   exercise-check ID --file FILE [--starter FILE] [--device D] [--seed N] [--cpu-seconds N] --verdict FILE
//
// Writes {"status": "passed | wrong | build | slow | skipped", "message", "log", "allowances", "milliseconds",
// "picture", "word"} to the verdict's file and ends with 0 whenever it could judge. `word` is what it finds in that file,
// and takes away before learner code runs: what such code writes there is no verdict. Beside the file, in FILE.place, is
// what was tried last.

#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/system/report.hpp"
#include "tools/exercise/check.hpp"
#include "tools/exercise/limits.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace {

using Json = nlohmann::json;

// The device's time for the check's kernels with large data: the median of a few runs. 0: the check has none.
double measure(exercise::Check check, exercise::Bench::Options options) {
  constexpr double most_seconds = 1.0;
  constexpr std::size_t most_runs = 9;
  options.timed = true;
  exercise::Bench bench(options);
  common::Samples samples;
  const common::Stopwatch watch;
  while (samples.values.size() < most_runs &&
         (samples.values.size() < 2 || watch.seconds() < most_seconds)) {
    const double before = bench.kernel_milliseconds();
    try {
      check(bench);
    } catch (const common::Error&) {
      // It is right: it has passed. So much data may need another tolerance.
    } catch (const std::exception&) { // too much for this device
      return 0.0;
    }
    samples.values.push_back(bench.kernel_milliseconds() - before);
  }
  samples.values.erase(samples.values.begin()); // with what is done once
  return samples.median();
}

Json judge(const std::string& id, const exercise::Bench::Options& options, bool timed) {
  const auto found = exercise::checks().find(id);
  if (found == exercise::checks().end())
    throw common::UsageError(fmt::format("there is no check for '{}'.", id));
  std::optional<exercise::Bench> bench;
  try {
    bench.emplace(options);
  } catch (const cl::Error& error) {
    return {{"status", "skipped"}, {"message", common::explain(error, common::current_device())}};
  } catch (const std::exception& error) { // no platform, or no such device
    return {{"status", "skipped"}, {"message", error.what()}};
  }
  try {
    found->second(*bench);
    bench->expect_right_answers();
  } catch (const exercise::Wrong& wrong) {
    return {{"status", "wrong"}, {"message", wrong.what()}, {"picture", bench->picture()}};
  } catch (const exercise::Slow& slow) {
    return {{"status", "slow"}, {"message", slow.what()}};
  } catch (const common::BuildError& error) {
    return {{"status", "build"}, {"message", error.what()}, {"log", error.log}};
  } catch (const common::Skip& reason) {
    return {{"status", "skipped"}, {"message", reason.what()}};
  } catch (const cl::BuildError& error) { // of a kernel that is a string in a host program
    std::string log;
    for (const auto& [device, text] : error.getBuildLog())
      log += text + '\n';
    return {{"status", "build"},
            {"message", common::explain(error, common::current_device())},
            {"log", log}};
  } catch (const cl::Error& error) { // of the launch, for instance: the learner's sizes
    return {{"status", "wrong"}, {"message", common::explain(error, common::current_device())}};
  } catch (const std::bad_alloc&) {
    return {{"status", "wrong"}, {"message", "it asked for more memory than a check may use."}};
  } catch (const common::Error& error) {
    return {{"status", "wrong"}, {"message", error.what()}};
  } catch (const std::exception& error) { // host code of the learner's may throw anything
    return {{"status", "wrong"},
            {"message", fmt::format("an exception was not caught: {}", error.what())}};
  } catch (...) {
    return {{"status", "wrong"}, {"message", "it threw something that is not a std::exception."}};
  }
  if (bench->compared() == 0)
    throw common::Error(fmt::format("the check of {} has compared nothing.", id));
  return {{"status", "passed"},
          {"allowances", bench->allowances()},
          {"milliseconds", timed ? measure(found->second, options) : 0.0},
          {"picture", bench->picture()}};
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) -> int {
    CLI::App app{"Runs the check of one exercise on one file."};
    std::string id, verdict;
    exercise::Bench::Options options;
    app.add_option("ID", id, "NN_topic/MM_name")->required();
    app.add_option("--file", options.file, "the learner's file")->required();
    app.add_option("--starter", options.starter, "the file that the learner began with");
    app.add_option("--device", options.device, "see the other programs");
    app.add_option("--seed", options.seed, "of the inputs");
    bool timed = false;
    app.add_flag("--timed", timed, "measures the kernels' time, too");
    unsigned cpu_seconds = 0;
    app.add_option(
        "--cpu-seconds", cpu_seconds,
        "ends with SIGXCPU after so much computing time; limits memory, files and processes, too");
    app.add_option("--verdict", verdict, "where the verdict goes: an existing file")->required();
    try {
      app.parse(count, arguments);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? common::exit_passed : common::exit_usage;
    }
    const std::string word = common::read_text(verdict);
    std::filesystem::remove(verdict);
    options.place = verdict + ".place";
    if (cpu_seconds > 0)
      exercise::limit_resources(cpu_seconds);
    Json document = judge(id, options, timed);
    document["word"] = word;
    harness::write_json(verdict, document);
    return common::exit_passed;
  });
}
