// Commands that pass everything on: to a chapter's program or laboratory, and to ctest.

#include "tools/learn/learn.hpp"

#include "common/error.hpp"

#include <fmt/format.h>

#include <algorithm>
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

} // namespace

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
    fmt::print("The test suite.\nUsage: ./learn test [ctest options]\n\n"
               "  ./learn test -R matmul      only tests whose name contains matmul\n"
               "  ./learn test -LE oclgrind   without the slow ones under Oclgrind\n"
               "  ./learn test -N             only list them\n"
               "`ctest --help` explains all options.\n");
    return common::exit_passed;
  }
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::string> command{"ctest",
                                   "--test-dir",
                                   program_directory().parent_path().string(),
                                   "--no-tests=error",
                                   "--output-on-failure",
                                   fmt::format("-j{}", cores)};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_here(command) == 0 ? common::exit_passed : common::exit_failed;
}

} // namespace learn
