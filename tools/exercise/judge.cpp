#include "tools/exercise/judge.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/system/lock.hpp"
#include "harness/system/process.hpp"
#include "harness/system/temporary.hpp"
#include "harness/system/text.hpp"
#include "tools/exercise/sampler.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <map>
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

// The last lines, without what would do something to a terminal.
std::string end_of(const std::string& output) {
  constexpr std::size_t most_lines = 10, most_characters = 1500;
  std::vector<std::string> lines =
      harness::lines_of(output.substr(output.size() - std::min(output.size(), most_characters)));
  if (lines.size() > most_lines)
    lines.erase(lines.begin(), lines.end() - most_lines);
  return printable(fmt::format("{}", fmt::join(lines, "\n")));
}

// What no compiler would say so clearly of a file; empty if it can be judged.
std::string no_text(const fs::path& file) {
  if (std::error_code none; !fs::is_regular_file(file, none))
    return fmt::format("'{}' is not a file: move what has that name elsewhere.", file.string());
  if (file.extension() != ".txt")
    try {
      return common::read_source(file, file.filename().string()), "";
    } catch (const common::Error& e) {
      return fmt::format("{}.", e.what());
    }
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
  if (line == 0)
    return {};
  const std::vector<std::string> lines = harness::lines_of(common::read_text(file));
  if (line > lines.size())
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

// The number of the only line of the file that is `text` but for blanks around it; 0 where there is none, or more.
std::size_t line_of(const fs::path& file, const std::string& text) {
  const auto trimmed = [](const std::string& line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin == std::string::npos
               ? ""
               : line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
  };
  const std::string wanted = trimmed(text);
  const std::vector<std::string> lines =
      harness::lines_of(fs::is_regular_file(file) ? common::read_text(file) : "");
  const auto is_wanted = [&](const std::string& line) { return trimmed(line) == wanted; };
  const auto found = std::find_if(lines.begin(), lines.end(), is_wanted);
  return found == lines.end() || std::count_if(found, lines.end(), is_wanted) > 1
             ? 0
             : static_cast<std::size_t>(found - lines.begin()) + 1;
}

// A line of a kernel that is a string in a host program: with its number in that file where it is clear.
std::string line_of_string(const fs::path& file, const std::string& text) {
  const std::string known = source_line(file, line_of(file, text), 0);
  return known.empty() ? fmt::format("       | {}\n", printable(cut(text, 0, 120))) : known;
}

// The line of a host program that is line `line` of its kernels, which are its only raw string; 0 where it has none, or more.
std::size_t line_in_raw_string(const fs::path& file, std::size_t line) {
  const std::string text = fs::is_regular_file(file) ? common::read_text(file) : "";
  const std::size_t begin = text.find("R\"");
  return begin == std::string::npos || text.find("R\"", begin + 1) != std::string::npos
             ? 0
             : static_cast<std::size_t>(std::count(
                   text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n')) +
                   line;
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
fs::path checker_of(const JudgeOptions& judging, const Exercise& exercise) {
  if (!exercise.is_host())
    return judging.build / "bin" / "exercise-check";
  std::string name = exercise.path;
  std::replace(name.begin(), name.end(), '/', '-');
  return judging.build / "bin" / "exercises" / name;
}

// Host programs of all checks, also of those that other processes make, come from one build directory:
// one after the other, as long as they hold the lock.
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

// Compiles the file into the exercise's program; empty if that went well.
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

// All findings in plain words: each once, causes before what follows from them, and not too many.
std::string explain_findings(std::vector<std::string> findings, const fs::path& file) {
  constexpr std::size_t most = 4;
  std::stable_partition(findings.begin(), findings.end(), [](const std::string& finding) {
    return finding.find("ninitialized") == std::string::npos; // mostly a consequence
  });
  std::string text;
  std::set<std::string> told, heads;
  for (const std::string& finding : findings) {
    if (finding.find("suppressing further errors") != std::string::npos)
      continue;
    const std::string words = explain_finding(finding, file);
    std::string same = words; // but for the numbers of work-items
    if (const std::size_t begin = same.find(" ("), end = same.find(" do)"); end < same.find('\n'))
      same.erase(begin, end - begin);
    if (!told.insert(same).second || told.size() > most)
      continue;
    const std::size_t end = words.find('\n') + 1;
    if (heads.insert(words.substr(0, end)).second)
      text += words;
    else if (end < words.size())
      text += "  - likewise here:\n" + words.substr(end);
  }
  return text;
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
  std::map<std::size_t, std::string> lines;
  std::string unnumbered;
  for (const auto& [line, text] : sample_in_simulator(command, judging.give_up))
    if (file.extension() == ".cl")
      lines[line] = source_line(file, line, 0);
    else if (const std::size_t own = line_of(file, text); own > 0)
      lines[own] = source_line(file, own, 0);
    else
      unnumbered += line_of_string(file, text);
  std::string all;
  for (const auto& line : lines)
    all += line.second;
  all += unnumbered;
  return all.empty() ? ""
                     : "The simulator (Oclgrind), with small sizes, does not get beyond these "
                       "lines either:\n" +
                           all + "What should end this loop, and does it ever happen?";
}

// What a compiler complains about because it is for OpenCL C 1.2, as the simulator's is.
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
          "{} is OpenCL C 2.0. Use the functions of OpenCL C 1.2, which every device has.\n",
          log.substr(begin, end - begin));
    }
  return {};
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

std::string explain_build_log(const std::string& log, const fs::path& file) {
  constexpr std::size_t most = 4; // what follows is mostly due to them
  constexpr std::string_view undefined = "undefined reference to ";
  const std::string name = file.filename().string();
  std::string text;
  std::set<std::string> told;
  for (const std::string& line : harness::lines_of(log)) {
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
    bool own = complaint->file == name || complaint->file.starts_with("exercise.c") ||
               complaint->file == "input.cl";
    std::size_t number = std::stoul(complaint->line);
    if (file.extension() == ".cpp" && complaint->file.ends_with(".cl")) {
      const std::size_t there = line_in_raw_string(file, number);
      own = there > 0;
      number = own ? there : number;
    }
    const std::string error = fmt::format("{}:{}:{}: {}\n", own ? name : complaint->file, number,
                                          complaint->column, complaint->message);
    if (!told.insert(error).second || told.size() > most)
      continue;
    text += error;
    if (own)
      text += source_line(file, number, std::stoul(complaint->column));
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
      Word{"exceeds static array size", "an index is not inside its array"},
  };
  const std::string head = finding.substr(0, finding.find('\n'));
  std::string text = "  - " + cut(head, 0, most_of_a_message) + '\n';
  for (const Word& word : words)
    if (head.find(word.says) != std::string::npos)
      text = fmt::format("  - {}\n", word.means);
  if (const std::size_t at = finding.find("Only "); at != std::string::npos) {
    std::size_t some = 0, all = 0;
    if (std::sscanf(finding.substr(at, 100).c_str(), "Only %9zu out of %9zu work-items", &some,
                    &all) == 2)
      text.insert(text.size() - 1, fmt::format(" ({} of {} do)", some, all));
  }
  // A compiler that has made one barrier of several does not say where it is.
  if (finding.find("divergence") != std::string::npos &&
      finding.find("t line 0 ") != std::string::npos) {
    const std::vector<std::string> lines = harness::lines_of(common::read_text(file));
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].find("barrier(") != std::string::npos)
        text += source_line(file, i + 1, 0);
    return text;
  }
  // "At line 12 (column 9) of input.cl:\n  out[i] = ...": of a race one place for each of the two
  std::map<std::size_t, std::string> places; // by line: the two may come in any order
  for (std::size_t at = finding.find("t line "); at != std::string::npos;
       at = finding.find("t line ", at + 1)) {
    std::size_t line = 0, column = 0;
    std::sscanf(finding.substr(at, 100).c_str(), "t line %9zu (column %9zu", &line, &column);
    const std::size_t end = finding.find('\n', at);
    if (file.extension() == ".cl")
      places.emplace(line, source_line(file, line, column));
    else if (const std::size_t begin = finding.find_first_not_of(" \t\n", end);
             begin < finding.size() && line > 0) // a kernel that is a string in a host program
      places.emplace(
          line, line_of_string(file, finding.substr(begin, finding.find('\n', begin) - begin)));
  }
  for (const auto& place : places)
    text += place.second;
  return text;
}

} // namespace exercise
