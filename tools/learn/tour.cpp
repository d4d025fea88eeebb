// The tour: the program of every chapter in its short form, each in a process of its own, so that one that crashes
// or hangs does not end the tour. At the end, all their pictures on one sheet.

#include "harness/lab/driver_errors.hpp"
#include "tools/learn/contact_sheet.hpp"
#include "tools/learn/learn.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/files.hpp"
#include "common/timing.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "harness/system/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace learn {
namespace {

struct Stop { // one chapter of the tour
  Chapter chapter;
  std::string status; ///< "verified", "skipped" or "failed"
  std::string reason; ///< why it was skipped or failed
  double seconds = 0.0;
  std::string output; ///< of a chapter that failed
  fs::path picture;
  std::vector<std::string> driver_errors{}; ///< which it has met, and gone on

  std::string verdict() const {
    return status == "skipped"     ? "skipped: " + reason
           : status == "failed"    ? "FAILED"
           : driver_errors.empty() ? status
                                   : fmt::format("{}, with {} of the driver", status,
                                                 driver_errors.size() == 1 ? "an error" : "errors");
  }
};

// A chapter that ends with 77 has said why: "skipped: the reason".
std::string skip_reason(const std::string& output) {
  static const std::string word = "skipped: ";
  const std::size_t at = output.rfind(word);
  if (at == std::string::npos)
    return "it gave no reason";
  const std::size_t begin = at + word.size();
  return output.substr(begin, output.find('\n', begin) - begin);
}

// What harness::report_driver_error() has printed, each line once.
std::vector<std::string> driver_errors_in(const std::string& output) {
  std::vector<std::string> errors;
  for (const std::string& line : harness::lines_of(output))
    if (const std::size_t at = line.find("error of the driver ");
        at != std::string::npos && line.find_first_not_of(' ') == at &&
        std::find(errors.begin(), errors.end(), line.substr(at)) == errors.end())
      errors.push_back(line.substr(at));
  return errors;
}

Stop visit(const Chapter& chapter, const std::string& device, int timeout_seconds,
           const fs::path& pictures) {
  const fs::path picture = pictures / (chapter.stem + ".png");
  std::vector<std::string> command{chapter.program().string(), "--quick", "--output",
                                   picture.string()};
  if (!device.empty())
    command.insert(command.end(), {"--device", device});
  harness::ProcessOptions options;
  options.timeout_seconds = timeout_seconds;

  const common::Stopwatch watch;
  const harness::ProcessResult result = harness::run_process(command, options);
  Stop stop{chapter, "verified", {}, watch.seconds(), {}, picture, driver_errors_in(result.output)};
  if (result.timed_out) {
    stop.status = "failed";
    stop.reason = fmt::format("no end after {} s: stopped", timeout_seconds);
  } else if (result.exit_code == common::exit_skipped) {
    stop.status = "skipped";
    stop.reason = skip_reason(result.output);
  } else if (result.exit_code != common::exit_passed) {
    stop.status = "failed";
    stop.reason = result.exit_code > 128
                      ? fmt::format("crashed with signal {}", result.exit_code - 128)
                  : result.exit_code == 127 ? command.front() + " cannot be started"
                                            : fmt::format("exit code {}", result.exit_code);
  } else if (result.output.find("verified") == std::string::npos) {
    stop.status = "failed";
    stop.reason = "it ended well, but did not say that its results are verified";
  }
  if (stop.status == "failed")
    stop.output = result.output;
  return stop;
}

void print_tail(const std::string& output) {
  constexpr std::size_t most = 25;
  const std::vector<std::string> lines = harness::lines_of(output);
  if (lines.size() > most)
    fmt::print("  | ...\n");
  for (std::size_t i = lines.size() - std::min(lines.size(), most); i < lines.size(); ++i)
    fmt::print("  | {}\n", lines[i]);
}

void print_table(const std::vector<Stop>& stops) {
  using enum harness::Table::Align;
  harness::Table table({{"chapter"}, {"what it showed"}, {"verified"}, {"seconds", right}});
  for (const Stop& stop : stops)
    table.add({stop.chapter.stem, stop.chapter.topic, stop.verdict(),
               fmt::format("{:.1f}", stop.seconds)});
  fmt::print("\n{}\n", table.text());
  bool any = false;
  for (const Stop& stop : stops)
    for (const std::string& error : stop.driver_errors) {
      fmt::print("{}  {}: {}\n",
                 any ? "" : "Errors of drivers that the chapters have met, and gone on:\n",
                 stop.chapter.stem, error);
      any = true;
    }
  if (any)
    fmt::print("\n");
}

Json to_json(const std::vector<Stop>& stops) {
  Json rows = Json::array();
  for (const Stop& stop : stops) {
    rows.push_back({{"chapter", stop.chapter.stem},
                    {"showed", stop.chapter.topic},
                    {"status", stop.status},
                    {"reason", stop.reason},
                    {"driver_errors", stop.driver_errors},
                    {"seconds", stop.seconds}});
    if (stop.status == "failed")
      rows.back()["output"] = stop.output;
  }
  return rows;
}

// All pictures on one sheet; returns where it is, or an empty path where there was no picture.
fs::path make_contact_sheet(const std::vector<Stop>& stops, const fs::path& pictures) {
  std::vector<Print> prints;
  for (const Stop& stop : stops)
    if (stop.status == "verified")
      prints.push_back(
          {stop.picture, fmt::format("{:02} {}", stop.chapter.number, stop.chapter.title)});
  const common::Image sheet = contact_sheet(prints);
  if (sheet.pixels.empty())
    return {};
  const fs::path file = pictures / "contact_sheet.png";
  common::save_image(file, sheet);
  return file;
}

} // namespace

int tour(const Arguments& arguments) {
  CLI::App app{"The program of every chapter in its short form; each verifies its own results.",
               "learn tour"};
  std::string device;
  std::string json_file;
  int timeout_seconds = 300;
  app.add_option("--device", device,
                 "gpu, cpu, accelerator, an index, or part of a name; default: the variable "
                 "OCL_DEVICE, or the best there is");
  app.add_option("--json", json_file, "write the table to this file as JSON")
      ->type_name("FILE")
      ->each([](const std::string& file) { // before the work, not after it
        if (file != "-")                   // standard output
          common::require_writable(file);
      });
  app.add_option("--timeout", timeout_seconds, "seconds that a chapter may take")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  bool yes = false; // the shell script has taken it; here it only must not be an error
  app.add_flag("--yes", yes, "for ./learn: install what is missing without asking");
  parse(app, arguments);

  std::vector<Chapter> there;
  for (const Chapter& chapter : chapters())
    if (chapter.exists())
      there.push_back(chapter);
  if (there.empty())
    throw common::Error("there is no chapter's program beside learn-tool: build the whole project, "
                        "for instance with ./learn.");
  const cl::Device chosen = common::pick_device(device); // complain once, not in each chapter
  fmt::print("The tour: {} in short form, on\n{}\n\n",
             there.size() == 1 ? "one chapter" : fmt::format("{} chapters", there.size()),
             common::describe(chosen));

  const common::Stopwatch watch;
  std::vector<Stop> stops;
  const fs::path pictures = program_directory() / "pictures";
  fs::create_directories(pictures);
  for (const Chapter& chapter : there) {
    fmt::print("[{}/{}] {} ... ", stops.size() + 1, there.size(), chapter.stem);
    std::fflush(stdout);
    stops.push_back(visit(chapter, device, timeout_seconds, pictures));
    const Stop& stop = stops.back();
    fmt::print("{} ({:.1f} s)\n", stop.verdict(), stop.seconds);
    if (stop.status == "failed") {
      print_tail(stop.output);
      fmt::print("  {}\n", stop.reason);
    }
  }
  print_table(stops);
  const fs::path sheet = make_contact_sheet(stops, pictures);
  if (!json_file.empty())
    harness::write_json(json_file, {{"device", harness::device_json(chosen)},
                                    {"chapters", to_json(stops)},
                                    {"contact_sheet", sheet.string()},
                                    {"seconds", watch.seconds()}});
  if (!sheet.empty())
    fmt::print("All pictures on one sheet: {}\n", sheet.string());

  const auto failed = std::find_if(stops.begin(), stops.end(),
                                   [](const Stop& stop) { return stop.status == "failed"; });
  if (failed != stops.end()) {
    fmt::print("Not all is well. See more of the first failure: ./learn run {} --quick\n"
               "Does OpenCL itself work here?                   ./learn doctor\n",
               failed->chapter.number);
    return common::exit_failed;
  }
  fmt::print("Read next: {}\nand run it: ./learn run {}\n",
             (project_root() / "chapters" / there.front().stem / "README.md").string(),
             there.front().number);
  return common::exit_passed;
}

} // namespace learn
