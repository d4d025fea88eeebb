#pragma once

#include "harness/lab/lab.hpp"
#include "harness/ladder/ladder.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace harness {

/// A whole program with a ladder.
struct LadderProgram {
  std::string about; ///< one sentence for --help
  /// Adds options of the chapter's own; may be empty.
  std::function<void(CLI::App&)> add_options = {};
  /// The problem that the options name. May change them: what a preset means, say.
  std::function<CaseStudy(LadderOptions&)> study = {};
  /// For options that ask for something else: does it, and returns the exit code; nothing where the ladder is wanted. May be
  /// empty.
  std::function<std::optional<int>(const LadderOptions&, const std::string& command_line)> instead =
      {};
  /// After a run in which every step was right; may be empty.
  std::function<void(const LadderOptions&)> afterwards = {};

  // Where there are experiments, too, they run unless an option asks for the ladder.
  std::string chapter = {}; ///< the stem
  std::vector<Experiment<const Lab>> experiments = {};
  std::vector<Demo> demos = {};
  std::vector<std::string> ladder_options =
      {}; ///< those of the chapter's own that ask for the ladder
};

/// The main() of such a program, with all the modes of a ladder and with what readers put in. Returns the exit code. Twin of
/// run_experiment_program().
int run_ladder_program(int argc, char** argv, const LadderProgram& program);

} // namespace harness
