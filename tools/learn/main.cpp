// learn-tool: what `./learn` hands over to once everything is installed and built.

#include "tools/learn/learn.hpp"

#include "common/error.hpp"
#include "tools/coverage/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace learn {
namespace {

struct Command {
  const char* name;
  const char* usage;
  const char* summary;
  int (*run)(const Arguments&);
};

constexpr std::array commands{
    Command{"tour", "[tour] [--device D] [--json FILE] [--timeout SECONDS] [--yes]",
            "the program of every chapter in its short form, each verifying its own results", tour},
    Command{"test", "test [--all] [ctest options]", "the tests: a quick tier, or all of them",
            test},
    Command{"list", "list [--json [FILE]]", "chapters, steps and exercises", list},
    Command{"run", "run CHAPTER [options]",
            "the program of one chapter, by number or name; its options follow (try --help)", run},
    Command{"lab", "lab CHAPTER [options]",
            "its laboratory: the experiments of a chapter, or the ladder of a case study", lab},
    Command{"bench", "bench CHAPTER [options]",
            "a case study at full size beside the libraries found here: table, JSON, plot", bench},
    Command{"plot", "plot FILE.json [--kind bars|sizes|roofline] [--output FILE.svg]",
            "draws what bench has recorded", plot},
    Command{"exercise", "exercise [list | next | check ID | hint ID | reset ID | watch | verify]",
            "the next exercise, checked each time you save its file", exercises},
    Command{"book", "book [--build DIR] [--port N]",
            "the lessons as web pages: builds them, and serves them on this machine", book},
    Command{"doctor", "doctor [--device D]",
            "what OpenCL finds on this machine, and how to mend what is missing", doctor},
    Command{"coverage", "coverage [options]", "every OpenCL function, and the lesson that shows it",
            [](const Arguments& arguments) { return ::coverage::coverage_main(arguments); }},
    Command{"fix", "fix [CHAPTER] [--no-run]",
            "for authors: formats the C++, refreshes code, outputs and tables in the texts", fix},
};

void print_help() {
  fmt::print("OpenCL, step by step: learn it by building, running, breaking and improving real "
             "programs.\n\n");
  for (const Command& command : commands)
    fmt::print("  ./learn {}\n      {}\n", command.usage, command.summary);
  fmt::print("\n"
             "  --yes     install what is missing without asking (so does CI=true)\n"
             "  D         gpu, cpu, an index or part of a name; else the variable OCL_DEVICE, or "
             "the best there is\n"
             "  CHAPTER   a number (15) or a name (matmul, 15_matmul)\n\n"
             "Each command explains its options: ./learn COMMAND --help\n"
             "Exit codes: 0 passed, 1 wrong result or failure, 2 wrong usage, 77 skipped\n");
}

int dispatch(Arguments arguments) {
  std::string name = "tour";
  if (!arguments.empty() && (arguments[0].empty() || arguments[0][0] != '-')) {
    name = arguments[0];
    arguments.erase(arguments.begin());
  } else if (!arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h")) {
    name = "help";
  }
  if (name == "help") {
    print_help();
    return common::exit_passed;
  }
  const auto command = std::find_if(commands.begin(), commands.end(),
                                    [&](const Command& each) { return each.name == name; });
  if (command == commands.end()) {
    std::vector<std::string> names;
    for (const Command& each : commands)
      names.emplace_back(each.name);
    throw common::UsageError(fmt::format("there is no command '{}'. The commands are: {}. "
                                         "`./learn --help` explains them.",
                                         name, fmt::join(names, ", ")));
  }
  return command->run(arguments);
}

} // namespace

} // namespace learn

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    return learn::dispatch(learn::Arguments(arguments + (count > 0 ? 1 : 0), arguments + count));
  });
}
