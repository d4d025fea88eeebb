#pragma once

#include <string>

namespace CLI { // CLI/CLI.hpp takes seconds to compile: only files that declare options include it
class App;
}

namespace common {

/// The options that every program has; part of the command-line contract.
struct ProgramOptions {
  std::string device; ///< --device: see pick_device()
  bool quick = false; ///< --quick: the short form that the tour runs
  unsigned seed = 42; ///< --seed of all random inputs
};

/// Adds --device, --quick and --seed to `app`.
void add_program_options(CLI::App& app, ProgramOptions& options);

/// Parses the command line. Prints the help for --help and the complaint for a wrong option, and then ends the program
/// through run_main(): with exit code 0 or 2. Throws UsageError where two options of files (--input, --output, and all
/// whose type_name() says FILE) name the same one, because what is read, or was written first, would be lost; and where
/// --output of a chapter's program names no image (see image_extension()).
void parse(CLI::App& app, int argc, char** argv);

} // namespace common
