// Commands that pass everything on: to a chapter's program, and to ctest.

#include "tools/learn/learn.hpp"

#include "common/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace learn {

int run(const Arguments& arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    fmt::print(
        "One chapter.\nUsage: ./learn run CHAPTER [options]\n\n"
        "CHAPTER is a number (15) or a name (matmul, 15_matmul); `./learn list` shows them.\n"
        "The options are the chapter's own: ./learn run 15 --help\n");
    return arguments.empty() ? common::exit_usage : common::exit_passed;
  }
  std::vector<std::string> command{find_chapter(arguments[0]).program().string()};
  command.insert(command.end(), arguments.begin() + 1, arguments.end());
  return become(command);
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
