// The planted case study as a program, so that its modes can be tried from outside: see planted.hpp.

#include "common/error.hpp"
#include "harness/ladder_reader.hpp"
#include "harness/options.hpp"
#include "tests/ladder/planted.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Steps with planted bugs."};
    harness::LadderOptions options;
    harness::add_ladder_options(app, options);
    common::parse(app, count, arguments);
    if (const auto code = harness::run_readers_part(options, count, arguments))
      return *code;
    return harness::run_case_study(planted::case_study(), options,
                                   harness::command_line(count, arguments));
  });
}
