#pragma once

#include "common/options.hpp"

#include <string>

namespace harness {

/// The options that every lab has: those of every program, and where to write its results.
struct LabOptions : common::ProgramOptions {
  std::string json_file; ///< --json: where to write the results as JSON; empty: nowhere
};

/// Adds --device, --quick, --seed and --json to `app`. A file for --json that cannot be written is an
/// Error while the command line is parsed, before anything has run.
void add_lab_options(CLI::App& app, LabOptions& options);

/// The program's name without its directory and its arguments, as one would type them: the record
/// of how numbers were made.
std::string command_line(int argc, char** argv);

/// True if somebody who typed `typed` may have meant `name`: one contains the other, or a third of the
/// letters of `name` at most have to be inserted, deleted or replaced.
bool is_near(const std::string& typed, const std::string& name);

} // namespace harness
