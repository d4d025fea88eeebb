#pragma once

#include "harness/ladder/ladder.hpp"

#include <optional>

/// What a reader puts into a ladder: values of parameters (--set) and a kernel (--kernel).
namespace harness {

/// For --kernel and --set: runs this program once more in a child process, where the time of each run is limited, so
/// that a kernel that crashes or never ends is a message and not the end of the program; with --watch again at each save.
/// Returns the exit code; nothing in that child, and for all other command lines. A program with a ladder calls it after it
/// has parsed its options: see run_ladder_program().
std::optional<int> run_readers_part(const LadderOptions& options, int argc, char** argv);

namespace ladder {

/// The case study with the values of --set in the presets of its steps, and with the reader's kernel as one more step,
/// "mine", at the end of its table. Throws UsageError where the options fit no step. `options.steps` names "mine" then:
/// in place of its step or, where times are compared, beside it.
CaseStudy with_readers_part(CaseStudy study, LadderOptions& options);

/// Builds the reader's file in the place of the step's; throws Error where it defines no kernel `function`.
cl::Program build_readers_file(const Session& session, const Step& step,
                               const std::string& function, const std::string& build_options);

} // namespace ladder
} // namespace harness
