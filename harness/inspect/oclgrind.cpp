#include "harness/inspect/oclgrind.hpp"

#include "common/error.hpp"
#include "harness/system/process.hpp"
#include "harness/system/temporary.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>

#ifndef _WIN32
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace harness {
using namespace common;
namespace {

#ifndef _WIN32

// Oclgrind's log: a pipe with a name. A file would be emptied by each further context of the
// program, which opens it anew, and would lose what does not fit on the disk.
struct Log {
  const TemporaryDirectory directory;
  const std::string name = (directory.path / "log").string();
  const int pipe =
      mkfifo(name.c_str(), 0600) == 0 ? open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
  std::string text;
  bool begun = false; ///< somebody has opened it

  Log() {
    if (pipe < 0)
      throw Error("cannot make a pipe in '" + directory.path.string() + "' for Oclgrind's log.");
  }
  ~Log() { close(pipe); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // Takes what has been written since: a pipe does not hold much.
  void read() {
    pollfd state{pipe, POLLIN, 0};
    begun = ::poll(&state, 1, 0) > 0 || begun; // POLLHUP where it has been closed again
    std::array<char, 65536> chunk{};
    for (ssize_t count = 0; (count = ::read(pipe, chunk.data(), chunk.size())) > 0;)
      if (text.size() < most_log)
        text.append(chunk.data(), static_cast<std::size_t>(count));
  }

  static constexpr std::size_t most_log = 16 << 20;
};

#endif

// "1,024" -> 1024: Oclgrind groups digits as the locale says.
std::uint64_t number(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](unsigned char c) { return std::isdigit(c) == 0; }),
             text.end());
  return text.empty() ? 0 : std::stoull(text);
}

AccessCount* counter_for(AccessCounts& counts, const std::string& operation,
                         const std::string& space) {
  for (const auto& [name, words, counter] : counter_names<AccessCount>)
    if (name == space + "_" + operation + "s")
      return &(counts.*counter);
  return nullptr; // a store to constant memory
}

// vload4 and its kin stay calls in Oclgrind's LLVM code; the mangled name tells width, address
// space and element type: _Z6vload4mPU3AS1Kf is vload4(size_t, const __global float*).
void add_vector_call(AccessCounts& counts, std::uint64_t executed, const std::string& mangled) {
  static const std::regex form("_Z[0-9]+v(load|store)(2|3|4|8|16).*PU3AS([123])K?([a-z])$");
  static const std::map<std::string, std::string> spaces{
      {"1", "global"}, {"2", "constant"}, {"3", "local"}};
  static const std::string one_byte = "cah";
  static const std::string two_bytes = "st";
  static const std::string eight_bytes = "lmd";
  std::smatch match;
  if (!std::regex_match(mangled, match, form))
    return;
  const char type = match.str(4).front();
  const std::uint64_t size = one_byte.find(type) != std::string::npos      ? 1
                             : two_bytes.find(type) != std::string::npos   ? 2
                             : eight_bytes.find(type) != std::string::npos ? 8
                                                                           : 4;
  if (AccessCount* counter = counter_for(counts, match.str(1), spaces.at(match.str(3)))) {
    counter->instructions += executed;
    counter->bytes += executed * size * std::stoull(match.str(2));
  }
}

} // namespace

bool oclgrind_available() {
  return !find_program("oclgrind").empty();
}

std::map<std::string, AccessCounts> parse_instruction_counts(const std::string& output) {
  static const std::regex heading("Instructions executed for kernel '([^']+)':");
  static const std::regex access(
      R"(\s*([0-9,.']+) - (load|store) (global|local|constant) \(([0-9,.']+) bytes\))");
  static const std::regex call(R"(\s*([0-9,.']+) - call (_Z\w+)\(\))");
  static const std::regex image_read("^_Z[0-9]+read_image");
  std::map<std::string, AccessCounts> kernels;
  AccessCounts* current = nullptr;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (constexpr std::size_t most = 1000; line.size() > most) // the program's own come first, and
      line.erase(0, line.size() - most); // regular expressions need stack for each character
    std::smatch match;
    if (std::regex_search(line, match, heading)) {
      current = &kernels[match.str(1)];
    } else if (current && std::regex_match(line, match, access)) {
      if (AccessCount* counter = counter_for(*current, match.str(2), match.str(3))) {
        counter->instructions += number(match.str(1));
        counter->bytes += number(match.str(4));
      }
    } else if (current && std::regex_match(line, match, call)) {
      add_vector_call(*current, number(match.str(1)), match.str(2));
      if (std::regex_search(match.str(2), image_read))
        current->image_reads.instructions += number(match.str(1));
    }
  }
  return kernels;
}

std::vector<std::string> parse_findings(const std::string& log) {
  // A finding starts at the left margin after an empty line; its details are indented.
  std::vector<std::string> findings;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
    if (blank)
      continue;
    if (line.front() != '\t' && line.front() != ' ')
      findings.push_back(line);
    else if (!findings.empty())
      findings.back() += "\n" + line;
  }
  return findings;
}

#ifdef _WIN32

OclgrindReport run_under_oclgrind(const std::vector<std::string>&, int, bool,
                                  const std::function<bool()>&) {
  throw Skip("Oclgrind is not supported on Windows yet.");
}

#else

OclgrindReport run_under_oclgrind(const std::vector<std::string>& command, int timeout_seconds,
                                  bool images, const std::function<bool()>& give_up) {
  if (!oclgrind_available())
    throw Skip("oclgrind is not installed: sudo apt install oclgrind");
  Log log;
  // One thread: with several, Oclgrind 21.10 sometimes loses counts of calls.
  std::vector<std::string> full{
      "oclgrind", "--data-races", "--inst-counts", "--max-errors", "20", "--num-threads",
      "1",        "--log",        log.name};
  if (!images)
    full.push_back("--uninitialized");
  full.insert(full.end(), command.begin(), command.end());
  ProcessOptions options;
  options.timeout_seconds = timeout_seconds;
  options.environment = oclgrind_environment;
  options.give_up = [&] {
    log.read();
    return give_up && give_up();
  };
  const ProcessResult run = run_process(full, options);
  log.read();

  OclgrindReport report;
  report.exit_code = run.exit_code;
  report.timed_out = run.timed_out;
  report.output = run.output;
  report.kernels = parse_instruction_counts(run.output);
  // No log: Oclgrind did not even start, and "no findings" would be a lie.
  if (log.begun)
    report.findings = parse_findings(log.text);
  else
    report.findings.push_back("oclgrind wrote no log: it could not run the program.\n" +
                              run.output);
  return report;
}

#endif

} // namespace harness
