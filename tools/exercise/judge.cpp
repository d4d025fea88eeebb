#include "tools/exercise/judge.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/lock.hpp"
#include "harness/oclgrind.hpp"
#include "harness/process.hpp"
#include "harness/temporary.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <sstream>

namespace exercise {
namespace {

using Json = nlohmann::json;

// Control characters, which would do something to a terminal, become '?'.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return (c < ' ' && c != '\t' && c != '\n') || c == 127; }, '?');
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r'))
      line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

// The last lines, without what would do something to a terminal.
std::string end_of(const std::string& output) {
  constexpr std::size_t most_lines = 10, most_characters = 1500;
  std::vector<std::string> lines =
      lines_of(output.substr(output.size() - std::min(output.size(), most_characters)));
  if (lines.size() > most_lines)
    lines.erase(lines.begin(), lines.end() - most_lines);
  return printable(fmt::format("{}", fmt::join(lines, "\n")));
}

// What no compiler would say so clearly of a file; empty if it can be judged.
std::string no_text(const fs::path& file) {
  if (std::error_code none; !fs::is_regular_file(file, none))
    return fmt::format("'{}' is not a file: move what has that name elsewhere.", file.string());
  const std::string text = common::read_text(file);
  return text.find('\0') != std::string::npos
             ? "The file contains NUL characters: save it as plain text (UTF-8)."
         : text.starts_with("\xEF\xBB\xBF")
             ? "The file begins with a byte order mark: save it as UTF-8 without one."
             : "";
}

// At most `most` characters of the text from `begin` on; dots stand for what is left out.
std::string cut(const std::string& text, std::size_t begin, std::size_t most) {
  const auto inside = [&](std::size_t at) { // of a character of UTF-8
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  std::size_t end = std::min(text.size(), begin + most);
  while (inside(begin))
    ++begin;
  while (end > begin && inside(end))
    --end;
  return (begin > 0 ? "..." : "") + text.substr(begin, end - begin) +
         (end < text.size() ? "..." : "");
}

constexpr std::size_t most_of_a_message = 300;

// "  12 |   out[i] = in[i]\n     |           ^"; of a long line the part around the column.
std::string source_line(const fs::path& file, std::size_t line, std::size_t column) {
  constexpr std::size_t most = 120;
  const std::vector<std::string> lines = lines_of(common::read_text(file));
  if (line == 0 || line > lines.size())
    return {};
  const std::string& whole = lines[line - 1];
  const bool has_column = column > 0 && column <= whole.size() + 1;
  const std::size_t begin =
      has_column && whole.size() > most && column > most / 2 ? column - most / 2 : 0;
  std::string text = fmt::format("  {:>4} | {}\n", line, printable(cut(whole, begin, most)));
  if (has_column) {
    std::string blanks = cut(whole.substr(0, column - 1), begin, most);
    for (char& c : blanks)
      c = c == '\t' ? '\t' : ' ';
    text += fmt::format("       | {}^\n", blanks);
  }
  return text;
}

// A place in a source file that a compiler complains about.
struct Complaint {
  std::string file, line, column, message;
};

// Takes "12:" off the front of the text; empty where it does not begin so.
std::string number_before_colon(std::string_view& text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  if (end == 0 || end == std::string_view::npos || text[end] != ':' || end > 9)
    return {};
  const std::string number(text.substr(0, end));
  text.remove_prefix(end + 1);
  return number;
}

// clang and gcc write "FILE:3:5: error: text", PoCL 3.1 writes "error: FILE:3:5: text". Not by a regular
// expression: those of libstdc++ need stack for each character, and learners' lines are of any length.
std::optional<Complaint> complaint_in(std::string_view line) {
  const auto drop = [](std::string_view& text, std::string_view front) {
    const bool there = text.starts_with(front);
    if (there)
      text.remove_prefix(front.size());
    return there;
  };
  const bool is_error = drop(line, "error: ");
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    std::string_view rest = line.substr(colon + 1);
    Complaint found;
    found.line = number_before_colon(rest);
    found.column = found.line.empty() ? "" : number_before_colon(rest);
    if (found.column.empty() || !drop(rest, " "))
      continue;
    if (!is_error && !drop(rest, "error: ") && !drop(rest, "fatal error: "))
      return {};
    found.file = line.substr(line.find_last_of('/', colon) + 1);
    found.file.resize(found.file.find(':'));
    found.message = cut(std::string(rest), 0, most_of_a_message);
    return found;
  }
  return {};
}

// Where a checker leaves its verdict. It finds a word there, takes it away before it runs the learner's
// code, and repeats it: what that code writes there is no verdict.
class VerdictFile {
 public:
  /// For one run of the checker.
  void prepare() {
    word_.clear();
    for (int i = 0; i < 4; ++i)
      word_ += fmt::format("{:08x}", std::random_device{}());
    std::error_code none;
    fs::remove(place_, none);
    common::write_text(path, word_);
  }
  /// An object, or null where there is no verdict.
  Json read() const {
    if (!fs::is_regular_file(path))
      return {};
    const Json document = Json::parse(common::read_text(path), nullptr, false);
    return document.is_object() && document.value("word", Json()) == word_ ? document : Json();
  }
  /// What the checker tried last: "The check had reached: n = 31.", or nothing.
  std::string place() const {
    std::error_code none;
    const std::string text =
        fs::is_regular_file(place_, none) ? printable(common::read_text(place_)) : "";
    return text.empty() ? "" : " The check had reached: " + cut(text, 0, most_of_a_message) + ".";
  }

 private:
  const harness::TemporaryDirectory directory_;
  std::string word_;

 public:
  const fs::path path = directory_.path / "verdict";

 private:
  const fs::path place_ = directory_.path / "verdict.place";
};

// The program that judges: one for all kernels, one for each host exercise.
fs::path checker_of(const Court& court, const Exercise& exercise) {
  if (!exercise.is_host())
    return court.build / "bin" / "exercise-check";
  std::string name = exercise.path;
  std::replace(name.begin(), name.end(), '/', '-');
  return court.build / "bin" / "exercises" / name;
}

// Host programs of all checks, also of those that other processes make, come from one build directory:
// one after the other, as long as they hold the lock.
void wait_for_turn(const Court& court, std::optional<harness::Lock>& lock) {
  const fs::path directory = court.build / "exercises";
  fs::create_directories(directory);
  const common::Stopwatch watch;
  bool told = false;
  lock.emplace(directory, [&] {
    if (court.give_up && court.give_up())
      return false;
    if (!court.tell)
      return true;
    if (!told && watch.seconds() > 1.0) {
      told = true;
      court.tell("Another check is being compiled. This one starts when that has finished.");
    }
    return watch.seconds() < court.most_seconds_of_waiting;
  });
  if (!lock->held() && !(court.give_up && court.give_up()))
    throw common::Error(fmt::format(
        "another program has been compiling exercises in '{}' for {:.0f} minutes: end it "
        "(is there a second `./learn exercise`?), and check again.",
        directory.string(), court.most_seconds_of_waiting / 60));
}

// Compiles the file into the exercise's program; empty if that went well.
std::string build_host_program(const Court& court, const Exercise& exercise, const fs::path& file) {
  const fs::path input = court.build / "exercises" / "input" / exercise.path / exercise.file;
  fs::create_directories(input.parent_path());
  const std::string source = common::read_text(file);
  if (!fs::is_regular_file(input) || common::read_text(input) != source)
    common::write_text(input, source);
  harness::ProcessOptions options;
  options.timeout_seconds = 300;
  options.give_up = court.give_up;
  const harness::ProcessResult built =
      harness::run_process({"cmake", "--build", court.build.string(), "--target",
                            checker_of(court, exercise).filename().string()},
                           options);
  return built.timed_out        ? "The compiler had not finished after 5 minutes."
         : built.exit_code == 0 ? ""
                                : built.output;
}

std::string over(const char* what, std::uint64_t count, std::uint64_t allowed) {
  return fmt::format("  it {}; {} are enough\n", fmt::format(fmt::runtime(what), count), allowed);
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

// What was counted beside what is allowed; empty if nothing is over. Values are of four bytes.
std::string judge_budget(const harness::OclgrindReport& report, const Json& allowances) {
  std::string text;
  for (const auto& [kernel, allowed] : allowances.items()) {
    const auto found = report.kernels.find(kernel);
    if (found == report.kernels.end())
      continue;
    const harness::AccessCounts& counts = found->second;
    // Unless the exercise is about constant memory, that is another word for the same reads.
    const std::uint64_t constant = counts.constant_loads.bytes;
    const std::uint64_t reads =
        counts.global_loads.bytes + (allowed.contains("constant_loads") ? 0 : constant);
    const std::array kinds{
        std::tuple{"global_loads",
                   reads > counts.global_loads.bytes
                       ? "reads {} values, including those in constant memory"
                       : "reads {} values",
                   reads / 4},
        std::tuple{"constant_loads", "reads {} values in constant memory", constant / 4},
        std::tuple{"global_stores", "writes {} values", counts.global_stores.bytes / 4},
        std::tuple{"local_loads", "reads {} values in local memory", counts.local_loads.bytes / 4},
        std::tuple{"local_stores", "writes {} values in local memory",
                   counts.local_stores.bytes / 4},
        std::tuple{"image_reads", "reads {} pixels of images", counts.image_reads}};
    for (const auto& [key, what, count] : kinds)
      if (allowed.contains(key) && count > allowed.at(key).get<std::uint64_t>())
        text += over(what, count, allowed.at(key));
  }
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
bool misled(const harness::OclgrindReport& report) {
  const bool ended = !never_ends(report.exit_code, report.timed_out);
  return unsupported(report) || (ended && crashed(report.exit_code)) ||
         any_finding_says(report, "> undef, <") || any_finding_says(report, "> poison, <");
}

harness::OclgrindReport simulate(const Court& court, const Exercise& exercise,
                                 const std::vector<std::string>& command, VerdictFile& verdict,
                                 int seconds) {
  const auto run = [&](bool without_uninitialized) {
    verdict.prepare();
    return harness::run_under_oclgrind(command, seconds, without_uninitialized, court.give_up);
  };
  harness::OclgrindReport report = run(exercise.has_images());
  if (!exercise.has_images() && misled(report))
    report = run(true);
  return report;
}

// All findings in plain words, each once.
std::string explain_findings(const std::vector<std::string>& findings, const fs::path& file) {
  std::string text;
  std::set<std::string> told;
  for (const std::string& finding : findings)
    if (finding.find("suppressing further errors") != std::string::npos)
      continue;
    else if (const std::string words = explain_finding(finding, file); told.insert(words).second)
      text += words;
  return text;
}

// What the simulator sees in a kernel that is wrong, crashes or does not end on the device: mostly the reason.
struct Reason {
  std::string findings;     ///< in words; empty: none
  bool right_there = false; ///< it runs, and the result is right
};

Reason reason_from_simulator(const Court& court, const Exercise& exercise, const fs::path& file,
                             const std::vector<std::string>& command, VerdictFile& verdict) {
  if (!harness::oclgrind_available())
    return {};
  const harness::OclgrindReport report =
      simulate(court, exercise, command, verdict, exercise.seconds * patience);
  if (unsupported(report) || any_finding_says(report, "oclgrind wrote no log"))
    return {};
  if (!report.findings.empty())
    return {explain_findings(report.findings, file)};
  const Json document = verdict.read();
  return {{}, document.is_object() && document.value("status", "") == "passed"};
}

// What a log of the simulator's compiler complains about and devices may know: it is OpenCL C 1.2.
std::string words_of_opencl_2(const std::string& log) {
  for (const char* word :
       {"get_global_linear_id", "get_local_linear_id", "get_enqueued_local_size", "work_group_",
        "sub_group_", "atomic_fetch_", "atomic_load", "atomic_store"})
    if (const std::size_t begin = log.find(word); begin != std::string::npos) {
      std::size_t end = begin;
      while (end < log.size() &&
             (std::isalnum(static_cast<unsigned char>(log[end])) != 0 || log[end] == '_'))
        ++end;
      return fmt::format(
          "{} is a function of OpenCL C 2.0: use those of 1.2, which every device has.\n",
          log.substr(begin, end - begin));
    }
  return {};
}

Verdict in_the_simulator(const Court& court, const Exercise& exercise, const fs::path& file,
                         const std::vector<std::string>& command, VerdictFile& answer) {
  Verdict verdict;
  if (!harness::oclgrind_available()) {
    verdict.left_out =
        "Oclgrind is not installed (`./learn test` installs it), so races and memory "
        "accesses were not checked.";
    return verdict;
  }
  const harness::OclgrindReport report =
      simulate(court, exercise, command, answer, exercise.seconds * simulator_factor * patience);
  if (never_ends(report.exit_code, report.timed_out)) {
    verdict.outcome = Outcome::timeout;
    verdict.message = "It does not finish in the simulator (Oclgrind)." + answer.place() +
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
        "It compiles for this device, but not for the simulator (Oclgrind), which has "
        "OpenCL C 1.2:\n" +
        explain_build_log(log, file) + words_of_opencl_2(log);
    return verdict;
  }
  if (status != "passed") {
    verdict.outcome = Outcome::wrong;
    verdict.message =
        "The result is right on this device, but wrong in the simulator (Oclgrind):\n" +
        (document.is_object() ? document.value("message", "") : end_of(report.output));
    return verdict;
  }
  if (const std::string text = judge_budget(report, document.value("allowances", Json::object()));
      !text.empty()) {
    verdict.outcome = Outcome::budget;
    verdict.message = "The results are right, but the kernel makes more memory accesses than the "
                      "task allows (all "
                      "sizes together):\n" +
                      text;
  }
  return verdict;
}

Outcome outcome_of(const std::string& status) {
  return status == "passed"    ? Outcome::passed
         : status == "build"   ? Outcome::build
         : status == "slow"    ? Outcome::budget
         : status == "skipped" ? Outcome::skipped
                               : Outcome::wrong;
}

Verdict judge_once(const Court& court, const Exercise& exercise, const fs::path& file) {
  Verdict verdict;
  if (verdict.message = no_text(file); !verdict.message.empty()) {
    verdict.outcome = Outcome::wrong;
    return verdict;
  }
  std::optional<harness::Lock> lock;
  if (exercise.is_host()) {
    wait_for_turn(court, lock);
    if (const std::string log = build_host_program(court, exercise, file); !log.empty()) {
      verdict.outcome = Outcome::build;
      verdict.message = explain_build_log(log, file);
      return verdict;
    }
  }
  VerdictFile answer;
  std::vector<std::string> command{checker_of(court, exercise).string(),
                                   exercise.path,
                                   "--file",
                                   file.string(),
                                   "--starter",
                                   court.places.starter(exercise).string(),
                                   "--seed",
                                   std::to_string(court.seed),
                                   "--verdict",
                                   answer.path.string(),
                                   "--cpu-seconds"};
  std::vector<std::string> on_device = command, in_simulator = command;
  on_device.push_back(std::to_string(exercise.seconds));
  if (!court.device.empty())
    on_device.insert(on_device.end(), {"--device", court.device});
  in_simulator.push_back(std::to_string(exercise.seconds * simulator_factor));
  const auto reason = [&]() -> Reason {
    if (!court.reasons || !court.simulator || exercise.kind == Kind::predict)
      return {};
    in_simulator.back() = std::to_string(exercise.seconds);
    return reason_from_simulator(court, exercise, file, in_simulator, answer);
  };
  constexpr const char* seen = "The simulator (Oclgrind) found the cause:\n";
  harness::ProcessOptions options;
  options.timeout_seconds = exercise.seconds * patience;
  options.environment = court.environment;
  options.give_up = court.give_up;
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
    const bool has_barrier = common::read_text(file).find("barrier") != std::string::npos;
    const Reason why = has_barrier && !exercise.is_host() ? reason() : Reason{};
    verdict.message += !why.findings.empty() ? '\n' + (seen + why.findings)
                       : run.timed_out       ? " Is there an endless loop, or a wait for something "
                                               "that never happens?"
                                             : " Is there an endless loop?";
    return verdict;
  }
  if (crashed(run.exit_code)) {
    const int signal = run.exit_code - 128;
    verdict.outcome = Outcome::timeout;
    verdict.message = fmt::format("It crashed (signal {}).{}", signal, answer.place());
    const Reason why = reason();
    verdict.message += why.findings.empty() ? fmt::format(" Likely causes: {}.",
                                                          reason_of(signal, exercise.is_host()))
                                            : '\n' + (seen + why.findings);
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
  if (verdict.outcome == Outcome::build) {
    verdict.message = explain_build_log(document.value("log", document.value("message", "")), file);
    verdict.printed.clear(); // it is the compiler's
  } else
    verdict.message = document.value("message", "");
  if (verdict.outcome == Outcome::wrong && !exercise.is_host()) {
    const Reason why = reason();
    if (!why.findings.empty())
      verdict.message = seen + why.findings + "On this device: " + verdict.message;
    else if (why.right_there)
      verdict.message +=
          "\nThe simulator (Oclgrind), which runs fewer and smaller sizes, finds nothing "
          "wrong.";
  }
  // Questions have no code of the learner's.
  if (verdict.outcome != Outcome::passed || !court.simulator || exercise.kind == Kind::predict)
    return verdict;
  Verdict simulated = in_the_simulator(court, exercise, file, in_simulator, answer);
  simulated.printed = verdict.printed;
  return simulated;
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

Verdict judge(const Court& court, const Exercise& exercise, const fs::path& file) {
  const common::Stopwatch watch;
  Verdict verdict = judge_once(court, exercise, file);
  verdict.seconds = watch.seconds();
  return verdict;
}

std::string explain_build_log(const std::string& log, const fs::path& file) {
  constexpr std::size_t most = 4; // what follows is mostly due to them
  constexpr std::string_view undefined = "undefined reference to ";
  const std::string name = file.filename().string();
  std::string text;
  std::set<std::string> told;
  for (const std::string& line : lines_of(log)) {
    if (const std::size_t at = line.find(undefined); at != std::string::npos) {
      // `name', in quotes of any kind
      const std::size_t begin = at + undefined.size() + 1;
      const std::string what =
          line.substr(std::min(begin, line.size()), line.find('\'', begin) - begin);
      if (told.insert(what).second && told.size() <= most)
        text += fmt::format("{} is declared or called, but not defined\n",
                            cut(what, 0, most_of_a_message));
      continue;
    }
    const std::optional<Complaint> complaint = complaint_in(line);
    if (!complaint)
      continue;
    // A host program is compiled from a copy with the name of the starter, and Oclgrind has a name of its own.
    const bool own = complaint->file == name || complaint->file.starts_with("exercise.c") ||
                     complaint->file == "input.cl";
    const std::string error = fmt::format("{}:{}:{}: {}\n", own ? name : complaint->file,
                                          complaint->line, complaint->column, complaint->message);
    if (!told.insert(error).second || told.size() > most)
      continue;
    text += error;
    if (own)
      text += source_line(file, std::stoul(complaint->line), std::stoul(complaint->column));
  }
  if (told.size() > most)
    text += fmt::format("and {} more\n", told.size() - most);
  return text.empty() ? end_of(log) : text;
}

std::string explain_finding(const std::string& finding, const fs::path& file) {
  struct Word {
    const char* says;
    const char* means;
  };
  constexpr std::array words{
      Word{"data race",
           "two work-items access the same location, at least one of them writes it, and "
           "nothing orders the two accesses (a barrier or an atomic function would)"},
      Word{"Invalid read", "it reads outside the memory that it was given"},
      Word{"Invalid write", "it writes outside the memory that it was given"},
      Word{"Uninitialized", "it uses a value that was never written"},
      Word{"depends on uninitialized",
           "what it does next depends on a value that was never written"},
      Word{"divergence", "not every work-item of a work-group reaches this barrier"},
  };
  const std::string head = finding.substr(0, finding.find('\n'));
  std::string text = "  - " + cut(head, 0, most_of_a_message) + '\n';
  for (const Word& word : words)
    if (head.find(word.says) != std::string::npos)
      text = fmt::format("  - {}\n", word.means);
  // "At line 12 (column 9) of input.cl:\n  out[i] = ..."
  if (const std::size_t at = finding.find("t line "); at != std::string::npos) {
    std::size_t line = 0, column = 0;
    std::sscanf(finding.substr(at, 100).c_str(), "t line %9zu (column %9zu", &line, &column);
    const std::size_t end = finding.find('\n', at);
    if (file.extension() == ".cl")
      text += source_line(file, line, column);
    else if (const std::size_t begin = finding.find_first_not_of(" \t\n", end);
             begin < finding.size() && line > 0) // a kernel that is a string in a host program
      text += fmt::format(
          "       | {}\n",
          printable(cut(finding.substr(begin, finding.find('\n', begin) - begin), 0, 120)));
  }
  return text;
}

} // namespace exercise
