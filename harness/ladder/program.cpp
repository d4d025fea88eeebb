#include "harness/ladder/program.hpp"

#include "common/error.hpp"
#include "common/options.hpp"
#include "harness/ladder/reader.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace harness {
using namespace common;

int run_ladder_program(int argc, char** argv, const LadderProgram& program) {
  return run_main(argc, argv, [&](int count, char** arguments) {
    CLI::App app{program.about};
    LadderOptions options;
    ExperimentChoice choice;
    add_ladder_options(app, options);
    if (!program.experiments.empty())
      add_experiment_choice(app, choice, names_of(program.experiments), names_of(program.demos));
    if (program.add_options)
      program.add_options(app);
    parse(app, count, arguments);

    const std::string line = command_line(count, arguments);
    if (program.instead)
      if (const std::optional<int> code = program.instead(options, line))
        return *code;
    if (const std::optional<int> code = run_readers_part(options, count, arguments))
      return *code;
    const bool wants_ladder =
        options.wants_ladder() ||
        std::any_of(program.ladder_options.begin(), program.ladder_options.end(),
                    [&](const auto& name) { return app.count(name) > 0; });
    if (program.experiments.empty() || wants_ladder) {
      if (!choice.demo.empty() || (!program.experiments.empty() && app.count("--only") > 0))
        throw UsageError("--only and --demo are for the experiments: give them without the options "
                         "of the ladder.");
      const CaseStudy study = program.study(options);
      if (!options.list && !study.heading.empty())
        fmt::print("{}\n", study.heading);
      const int code = run_case_study(study, options, line);
      if (code == exit_passed && program.afterwards)
        program.afterwards(options);
      return code;
    }
    const Lab lab(pick_device(options.program.device), program.chapter, options.program.quick,
                  options.program.seed);
    return run_chosen(program.experiments, program.demos, choice, lab, line,
                      options.program.json_file);
  });
}

} // namespace harness
