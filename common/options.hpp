#pragma once

#include <string>

namespace CLI { // CLI/CLI.hpp takes seconds to compile: only files that declare options include it
class App;
}

namespace common {

/// The options that every chapter has; part of the command-line contract.
struct ProgramOptions {
  std::string device;    ///< --device: see pick_device()
  bool quick = false;    ///< --quick: the short form that the tour runs
  unsigned seed = 42;    ///< --seed of all random inputs
  std::string json_file; ///< --json: where to write the results as JSON; empty: nowhere
};

/// Adds --device, --quick, --seed and --json to `app`. A file for --json that cannot be written is an
/// Error while the command line is parsed, before anything has run.
void add_program_options(CLI::App& app, ProgramOptions& options);

/// Parses the command line. Prints the help for --help and the complaint for a wrong option, and
/// then ends the program through run_main(): with exit code 0 or 2.
void parse(CLI::App& app, int argc, char** argv);

/// The program's name without its directory and its arguments, as one would type them: the record
/// of how numbers were made.
std::string command_line(int argc, char** argv);

/// True if somebody who typed `typed` may have meant `name`: one contains the other, or a third of the
/// letters of `name` at most have to be inserted, deleted or replaced.
bool is_near(const std::string& typed, const std::string& name);

} // namespace common
