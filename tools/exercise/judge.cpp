#include "tools/exercise/judge.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/system/process.hpp"
#include "tools/exercise/checker.hpp"
#include "tools/exercise/explain.hpp"
#include "tools/exercise/sampler.hpp"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace exercise {
namespace {

using Json = nlohmann::json;

std::string over(const std::string& who, const char* what, std::uint64_t count,
                 std::uint64_t allowed) {
  return fmt::format("  {} {}; {} are enough\n", who, fmt::format(fmt::runtime(what), count),
                     allowed);
}

// Why a program may have been ended by that signal.
const char* reason_of(int signal, bool host) {
  return signal == SIGABRT   ? "a failed assertion, an uncaught exception, or corrupted memory"
         : signal == SIGFPE  ? "an integer division by zero"
         : signal == SIGXFSZ ? "it wrote more than 256 MiB to a file"
         : signal == SIGKILL ? "it used up the memory"
         : host              ? "an access to memory outside every object, or endless recursion"
                : "an access far outside a buffer, or a barrier that not every work-item of a "
                  "work-group reaches";
}

// What was counted beside what is allowed. Values are of four bytes.
std::vector<Cost> costs_of(const harness::OclgrindReport& report, const Json& allowances) {
  std::vector<Cost> costs;
  for (const auto& [kernel, allowed] : allowances.items()) {
    const auto found = report.kernels.find(kernel);
    if (found == report.kernels.end())
      continue;
    const harness::AccessCounts& counts = found->second;
    // Unless the exercise is about constant memory, that is another word for the same reads.
    const std::uint64_t constant = counts.constant_loads.bytes;
    const std::uint64_t reads =
        counts.global_loads.bytes + (allowed.contains("constant_loads") ? 0 : constant);
    struct Amount {
      const char* what;
      std::uint64_t count;
    };
    const harness::Counters<Amount> amounts{
        .global_loads = {reads > counts.global_loads.bytes
                             ? "reads {} values, including those in constant memory"
                             : "reads {} values",
                         reads / 4},
        .global_stores = {"writes {} values", counts.global_stores.bytes / 4},
        .constant_loads = {"reads {} values in constant memory", constant / 4},
        .local_loads = {"reads {} values in local memory", counts.local_loads.bytes / 4},
        .local_stores = {"writes {} values in local memory", counts.local_stores.bytes / 4},
        .image_reads = {"reads {} pixels of images", counts.image_reads.instructions}};
    for (const auto& [name, words, amount] : harness::counter_names<Amount>)
      if (allowed.contains(name))
        costs.push_back({kernel, (amounts.*amount).what, (amounts.*amount).count,
                         allowed.at(name).get<std::uint64_t>()});
  }
  return costs;
}

// Those that are too high; empty if none is.
std::string judge_budget(const std::vector<Cost>& costs) {
  const bool several = std::any_of(costs.begin(), costs.end(), [&](const Cost& cost) {
    return cost.kernel != costs.front().kernel;
  });
  std::string text;
  for (const Cost& cost : costs)
    if (cost.count > cost.allowed)
      text += over(several ? "kernel '" + cost.kernel + "'" : "it", cost.what.c_str(), cost.count,
                   cost.allowed);
  return text;
}

// A run has its computing time, and much more time on the clock: for other processes, and for GPUs, whose
// work is no computing time of this process.
constexpr int patience = 6;
constexpr int simulator_factor = 6; // it needs more of both

bool never_ends(int exit_code, bool timed_out) {
  constexpr int out_of_cpu_time = 128 + 24; // SIGXCPU
  return timed_out || exit_code == out_of_cpu_time;
}

bool crashed(int exit_code) {
  return exit_code > 128;
}

bool any_finding_says(const harness::OclgrindReport& report, const char* words) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const std::string& text) {
    return text.find(words) != std::string::npos;
  });
}

bool unsupported(const harness::OclgrindReport& report) {
  return any_finding_says(report, "Unsupported instruction");
}

// Its search for unwritten values knows less than the rest of it. It has no `freeze`; with vload3 or
// vload8 it may crash; and a vector that is stored from single numbers is for it an unwritten one
// first, and then its components.
bool loses_track_of_values(const harness::OclgrindReport& report) {
  const bool ended = !never_ends(report.exit_code, report.timed_out);
  return unsupported(report) || (ended && crashed(report.exit_code)) ||
         any_finding_says(report, "> undef, <") || any_finding_says(report, "> poison, <");
}

harness::OclgrindReport simulate(const JudgeOptions& judging, const Exercise& exercise,
                                 const std::vector<std::string>& command, VerdictFile& verdict,
                                 int seconds) {
  const auto run = [&](bool without_uninitialized) {
    verdict.prepare();
    return harness::run_under_oclgrind(command, seconds, without_uninitialized, judging.give_up);
  };
  harness::OclgrindReport report = run(exercise.has_images());
  if (!exercise.has_images() && loses_track_of_values(report))
    report = run(true);
  return report;
}

// What the simulator sees in a kernel that is wrong, crashes or does not end on the device: mostly the reason.
struct Reason {
  std::string findings;     ///< in words; empty: none
  bool right_there = false; ///< it runs, and the result is right
};

Reason reason_from_simulator(const JudgeOptions& judging, const Exercise& exercise,
                             const fs::path& file, const std::vector<std::string>& command,
                             VerdictFile& verdict) {
  if (!harness::oclgrind_available())
    return {};
  const harness::OclgrindReport report =
      simulate(judging, exercise, command, verdict, exercise.seconds * patience);
  if (unsupported(report) || any_finding_says(report, "oclgrind wrote no log"))
    return {};
  if (!report.findings.empty())
    return {explain_findings(report.findings, file)};
  const Json document = verdict.read();
  return {{}, document.is_object() && document.value("status", "") == "passed"};
}

// The lines in which a kernel that does not end is in the simulator, too, in words; empty where it ends there.
std::string where_it_stays(const JudgeOptions& judging, const fs::path& file,
                           const std::vector<std::string>& command, VerdictFile& verdict) {
  if (!judging.simulator || !harness::oclgrind_available())
    return {};
  verdict.prepare();
  const std::string all = source_lines(file, sample_in_simulator(command, judging.give_up));
  return all.empty() ? ""
                     : "The simulator (Oclgrind), with small sizes, does not get beyond these "
                       "lines either:\n" +
                           all + "What should end this loop, and does it ever happen?";
}

Verdict in_the_simulator(const JudgeOptions& judging, const Exercise& exercise,
                         const fs::path& file, const std::vector<std::string>& command,
                         VerdictFile& answer) {
  Verdict verdict;
  if (!harness::oclgrind_available()) {
    verdict.left_out =
        "Oclgrind is not installed (`./learn test` installs it), so races and memory "
        "accesses were not checked.";
    return verdict;
  }
  const harness::OclgrindReport report =
      simulate(judging, exercise, command, answer, exercise.seconds * simulator_factor * patience);
  if (never_ends(report.exit_code, report.timed_out)) {
    verdict.outcome = Outcome::timeout;
    verdict.message = "It does not finish in the simulator (Oclgrind)." + answer.place();
    if (!report.findings.empty())
      verdict.message += "\nThe simulator found:\n" + explain_findings(report.findings, file);
    else if (const std::string lines = where_it_stays(judging, file, command, answer);
             !lines.empty())
      verdict.message += '\n' + lines;
    else
      verdict.message +=
          " Is there an endless loop, or a barrier that not every work-item reaches?";
    return verdict;
  }
  if (any_finding_says(report, "oclgrind wrote no log"))
    throw common::Error(
        fmt::format("{} could not be checked in the simulator, because Oclgrind does "
                    "not run. {}",
                    exercise.id, end_of(report.output)));
  if (unsupported(report)) {
    verdict.left_out = "Oclgrind cannot run this kernel, so races and memory accesses were not "
                       "checked.";
    return verdict;
  }
  if (!report.findings.empty()) {
    verdict.outcome = Outcome::sanitizer;
    verdict.message = "The results are right on this device, but only by luck. The simulator "
                      "(Oclgrind) found:\n" +
                      explain_findings(report.findings, file);
    return verdict;
  }
  const Json document = answer.read();
  const std::string status = document.is_object() ? document.value("status", "") : "";
  if (status == "skipped") {
    verdict.left_out = "Not checked in the simulator: " + document.value("message", "");
    return verdict;
  }
  if (status == "build") {
    const std::string log = document.value("log", document.value("message", ""));
    verdict.outcome = Outcome::build;
    verdict.message =
        words_of_opencl_2(log) +
        "It compiles for this device, but not for the simulator (Oclgrind), which has "
        "OpenCL C 1.2:\n" +
        explain_build_log(log, file);
    return verdict;
  }
  if (status != "passed") {
    verdict.outcome = Outcome::wrong;
    verdict.message =
        "The result is right on this device, but wrong in the simulator (Oclgrind):\n" +
        (document.is_object() ? document.value("message", "") : end_of(report.output));
    return verdict;
  }
  verdict.costs = costs_of(report, document.value("allowances", Json::object()));
  if (const std::string text = judge_budget(verdict.costs); !text.empty()) {
    verdict.outcome = Outcome::budget;
    verdict.message = "The results are right, but the kernel makes more memory accesses than the "
                      "task allows (all "
                      "sizes together):\n" +
                      text;
  }
  return verdict;
}

// The checker's picture; empty where it makes none.
Picture picture_of(const Json& document) {
  const Json found = document.value("picture", Json::object());
  return {found.value("columns", std::size_t{0}), found.value("mine", std::vector<int>()),
          found.value("right", std::vector<int>())};
}

Outcome outcome_of(const std::string& status) {
  return status == "passed"    ? Outcome::passed
         : status == "build"   ? Outcome::build
         : status == "slow"    ? Outcome::budget
         : status == "skipped" ? Outcome::skipped
                               : Outcome::wrong;
}

Verdict judge_once(const JudgeOptions& judging, const Exercise& exercise, const fs::path& file) {
  Verdict verdict;
  if (verdict.message = no_text(file); !verdict.message.empty()) {
    verdict.outcome = Outcome::wrong;
    return verdict;
  }
  std::optional<harness::Lock> lock;
  if (exercise.is_host()) {
    wait_for_turn(judging, lock);
    if (const std::string log = build_host_program(judging, exercise, file); !log.empty()) {
      verdict.outcome = Outcome::build;
      verdict.message = explain_build_log(log, file);
      return verdict;
    }
  }
  VerdictFile answer;
  std::vector<std::string> command{checker_of(judging, exercise).string(),
                                   exercise.path,
                                   "--file",
                                   file.string(),
                                   "--starter",
                                   judging.places.starter(exercise).string(),
                                   "--seed",
                                   std::to_string(judging.seed),
                                   "--verdict",
                                   answer.path.string(),
                                   "--cpu-seconds"};
  std::vector<std::string> on_device = command, in_simulator = command;
  on_device.push_back(std::to_string(exercise.seconds));
  if (judging.timed)
    on_device.push_back("--timed");
  if (!judging.device.empty())
    on_device.insert(on_device.end(), {"--device", judging.device});
  in_simulator.push_back(std::to_string(exercise.seconds * simulator_factor));
  const auto reason = [&](int seconds) -> Reason {
    if (!judging.reasons || !judging.simulator || exercise.kind == Kind::predict)
      return {};
    in_simulator.back() = std::to_string(seconds);
    return reason_from_simulator(judging, exercise, file, in_simulator, answer);
  };
  constexpr const char* seen = "The simulator (Oclgrind) found the cause:\n";
  harness::ProcessOptions options;
  options.timeout_seconds = exercise.seconds * patience;
  options.environment = judging.environment;
  options.give_up = judging.give_up;
  answer.prepare();
  const harness::ProcessResult run = harness::run_process(on_device, options);
  verdict.printed = end_of(run.output);
  if (never_ends(run.exit_code, run.timed_out)) {
    verdict.outcome = Outcome::timeout;
    verdict.message =
        run.timed_out ? fmt::format("It had not finished after {} s.", options.timeout_seconds)
                      : fmt::format("It had not finished after {} s of computing time (all cores "
                                    "together).",
                                    exercise.seconds);
    verdict.message += answer.place();
    // An endless loop would be one there, too.
    const bool has_barrier = common::read_text(file).find("barrier(") != std::string::npos;
    const Reason why =
        has_barrier && !exercise.is_host() ? reason(std::min(exercise.seconds, 4)) : Reason{};
    const std::string lines =
        !why.findings.empty() || !judging.reasons || exercise.kind == Kind::predict
            ? ""
            : where_it_stays(judging, file, in_simulator, answer);
    verdict.message =
        !why.findings.empty() ? seen + why.findings + "On this device: " + verdict.message
        : !lines.empty()      ? verdict.message + '\n' + lines
        : run.timed_out ? verdict.message + " Is there an endless loop, or a wait for something "
                                            "that never happens?"
                        : verdict.message + " Is there an endless loop?";
    return verdict;
  }
  if (crashed(run.exit_code)) {
    const int signal = run.exit_code - 128;
    verdict.outcome = Outcome::timeout;
    verdict.crashed = true;
    verdict.message = fmt::format("It crashed (signal {}).{}", signal, answer.place());
    const Reason why = reason(exercise.seconds);
    verdict.message = why.findings.empty()
                          ? verdict.message + fmt::format(" Likely causes: {}.",
                                                          reason_of(signal, exercise.is_host()))
                          : seen + why.findings + "On this device: " + verdict.message;
    return verdict;
  }
  const Json document = answer.read();
  if (!document.is_object() && exercise.is_host()) {
    verdict.outcome = Outcome::wrong;
    verdict.message = fmt::format("Your code ended the program (exit code {}) before the check had "
                                  "finished: return from the function instead.",
                                  run.exit_code);
    return verdict;
  }
  if (run.exit_code != 0 || !document.is_object())
    throw common::Error(fmt::format("{} could not be checked, because its checker does not run: "
                                    "`./learn list` rebuilds it. {}",
                                    exercise.id, verdict.printed));
  verdict.outcome = outcome_of(document.value("status", ""));
  verdict.kernel_milliseconds = document.value("milliseconds", 0.0);
  verdict.picture = picture_of(document);
  if (verdict.outcome == Outcome::build) {
    const std::string log = document.value("log", document.value("message", ""));
    verdict.message = words_of_opencl_2(log) + explain_build_log(log, file);
    verdict.printed.clear(); // it is the compiler's
  } else
    verdict.message = document.value("message", "");
  const auto has_kernels = [&] {
    const std::string text = common::read_text(file);
    return !exercise.is_host() || text.find("kernel void") != std::string::npos;
  };
  if (verdict.outcome == Outcome::wrong && has_kernels()) {
    const Reason why = reason(exercise.seconds);
    constexpr std::string_view question =
        " Is an index too large, or does a guard (`if (i < n)`) let "
        "too many through?";
    if (!why.findings.empty()) {
      if (const std::size_t at = verdict.message.find(question); at != std::string::npos)
        verdict.message.erase(at, question.size()); // it is answered
      verdict.message = seen + why.findings + "On this device: " + verdict.message;
    } else if (why.right_there && !exercise.is_host())
      verdict.message +=
          "\nThe simulator (Oclgrind), which runs fewer and smaller sizes, finds nothing "
          "wrong.";
  }
  // Questions have no code of the learner's.
  if (verdict.outcome != Outcome::passed || !judging.simulator || exercise.kind == Kind::predict)
    return verdict;
  const Verdict simulated = in_the_simulator(judging, exercise, file, in_simulator, answer);
  verdict.outcome = simulated.outcome;
  verdict.message = simulated.message;
  verdict.left_out = simulated.left_out;
  verdict.costs = simulated.costs;
  return verdict;
}

} // namespace

int exit_code_of(Outcome outcome) {
  switch (outcome) {
  case Outcome::passed:
    return 0;
  case Outcome::wrong:
    return 1;
  case Outcome::build:
    return 3;
  case Outcome::sanitizer:
    return 4;
  case Outcome::budget:
    return 5;
  case Outcome::timeout:
    return 6;
  case Outcome::skipped:
    return 77;
  }
  throw std::logic_error("an unknown outcome");
}

Verdict judge(const JudgeOptions& judging, const Exercise& exercise, const fs::path& file) {
  const common::Stopwatch watch;
  Verdict verdict = judge_once(judging, exercise, file);
  verdict.seconds = watch.seconds();
  return verdict;
}

} // namespace exercise
