#include "common/options.hpp"

#include "common/error.hpp"

#include <CLI/CLI.hpp>

namespace common {
// [add-program-options]
void add_program_options(CLI::App& app, ProgramOptions& options) {
  app.add_option("--device", options.device,
                 "gpu, cpu, accelerator, an index, or part of a name; default: the variable "
                 "OCL_DEVICE, or the best there is");
  app.add_flag("--quick", options.quick, "the short form that the tour runs");
  app.add_option("--seed", options.seed, "seed of the random inputs")->capture_default_str();
}
// [/add-program-options]

// [parse]
void parse(CLI::App& app, int argc, char** argv) {
  app.failure_message([](const CLI::App* program, const CLI::Error& complaint) {
    return "error: " + CLI::FailureMessage::simple(program, complaint);
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    // CLI11 has a dozen exit codes for wrong command lines; the contract has one.
    throw Exit{app.exit(e) == 0 ? exit_passed : exit_usage};
  }
}
// [/parse]

} // namespace common
