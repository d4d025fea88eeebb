// Commands that pass everything on: to a chapter's program or laboratory, and to ctest.

#include "tools/learn/learn.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/temporary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <thread>

namespace learn {

namespace {

// Becomes the program or the laboratory of the chapter that the first argument names; `usage` is for --help.
int pass_on(const Arguments& arguments, const char* usage, fs::path (Chapter::*program)() const) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    fmt::print(
        "{}\nCHAPTER is a number (15) or a name (matmul, 15_matmul); `./learn list` shows them.\n",
        usage);
    return arguments.empty() ? common::exit_usage : common::exit_passed;
  }
  const Chapter chapter = find_chapter(arguments[0]);
  std::vector<std::string> command{(chapter.*program)().string()};
  command.insert(command.end(), arguments.begin() + 1, arguments.end());
  return become(command);
}

// PoCL's compiler takes most of the quick tier's time, and a third of it without optimisation. PoCL 6 takes as long with it as
// without, and without it its LLVM ends the program for some kernels ("did not reach a fixpoint").
bool quicker_without_optimiser() {
  const std::vector<cl::Device> devices = common::all_devices();
  return std::none_of(devices.begin(), devices.end(),
                      [](const cl::Device& device) { return harness::pocl_version(device) >= 6; });
}

} // namespace

std::vector<std::pair<std::string, std::string>> skipped_tests(const std::string& junit) {
  const auto unescaped = [](std::string text) {
    for (const auto& [name, character] :
         {std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"}, std::pair{"&quot;", "\""},
          std::pair{"&apos;", "'"}, std::pair{"&amp;", "&"}})
      for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; ++at)
        text.replace(at, std::strlen(name), character);
    return text;
  };
  // What stands in `text` after `before`, up to `after`.
  const auto between = [](const std::string& text, const std::string& before, const char* after) {
    const std::size_t begin = text.find(before);
    return begin == std::string::npos
               ? std::string()
               : text.substr(begin + before.size(),
                             text.find(after, begin + before.size()) - begin - before.size());
  };
  std::vector<std::pair<std::string, std::string>> skipped;
  const std::string open = "<testcase ";
  for (std::size_t at = 0; (at = junit.find(open, at)) != std::string::npos; at += open.size()) {
    const std::string test = junit.substr(at, junit.find("</testcase>", at) - at);
    if (test.find("<skipped message=\"SKIP_RETURN_CODE") == std::string::npos)
      continue;
    const std::string reason = between(test, "skipped: ", "\n");
    skipped.emplace_back(unescaped(between(test, "name=\"", "\"")),
                         reason.empty() ? "it gives no reason" : unescaped(reason));
  }
  return skipped;
}

int run(const Arguments& arguments) {
  return pass_on(arguments,
                 "The program of one chapter: the one whose every line is in the lesson.\n"
                 "Usage: ./learn run CHAPTER [options]\n\n"
                 "The options are the program's own: ./learn run 15 --help",
                 &Chapter::program);
}

int lab(const Arguments& arguments) {
  return pass_on(arguments,
                 "The laboratory of one chapter: its experiments, or the ladder of a case study.\n"
                 "Usage: ./learn lab CHAPTER [options]\n\n"
                 "The options are the laboratory's own: ./learn lab 15 --help",
                 &Chapter::lab);
}

int test(const Arguments& arguments) {
  if (!arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h")) {
    fmt::print("The tests, in two tiers.\nUsage: ./learn test [--all] [ctest options]\n\n"
               "  ./learn test                every program and laboratory in short form, every "
               "step of every ladder,\n"
               "                              every exercise with one wrong version, the command "
               "line, the texts\n"
               "  ./learn test --all          also the simulator Oclgrind, all wrong versions, odd "
               "devices, and the\n"
               "                              outputs in the texts\n"
               "  ./learn test -R matmul      only tests whose name contains matmul\n"
               "  ./learn test -N             only list them\n"
               "`ctest --help` explains all options.\n");
    return common::exit_passed;
  }
  const bool all = std::find(arguments.begin(), arguments.end(), "--all") != arguments.end();
  // The summary of ctest names what was skipped; the reasons are in the report only.
  const harness::TemporaryDirectory directory;
  const fs::path report = directory.path / "junit.xml";
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::string> command{"ctest",
                                   "--test-dir",
                                   program_directory().parent_path().string(),
                                   "--no-tests=error",
                                   "--output-on-failure",
                                   "--output-junit",
                                   report.string(),
                                   fmt::format("-j{}", cores)};
  if (all) // what a test of the long tier does once more, with other things
    command.insert(command.end(), {"-LE", "^covered$"});
  else {
    command.insert(command.end(), {"-LE", "^long$"});
    if (std::getenv("POCL_EXTRA_BUILD_FLAGS") == nullptr && quicker_without_optimiser())
      command.insert(command.begin(),
                     {"cmake", "-E", "env", "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable"});
  }
  std::copy_if(arguments.begin(), arguments.end(), std::back_inserter(command),
               [](const std::string& argument) { return argument != "--all"; });
  const int code = run_here(command);
  if (fs::exists(report))
    if (const auto skipped = skipped_tests(common::read_text(report)); !skipped.empty()) {
      fmt::print("\nSkipped, and why:\n");
      for (const auto& [name, reason] : skipped)
        fmt::print("  {}: {}\n", name, reason);
    }
  fmt::print("{}\n", all ? "That was everything."
                         : "That was the quick tier. `./learn test --all` runs the rest as well: "
                           "the simulator Oclgrind, all "
                           "wrong versions, odd devices, and the outputs in the texts.");
  return code == 0 ? common::exit_passed : common::exit_failed;
}

} // namespace learn
