#pragma once

// Each program and each laboratory runs once in short form, and once more with work-groups of one work-item. All tests
// that want to know what such a run says, draws or writes read what it left.

#include "tests/support/support.hpp"

namespace tests {

enum class Groups { of_any_size, of_one };

/// What a run with --quick left: its output, and its directory with the picture NAME.png, or with out.json.
struct ShortRun {
  std::string output;
  fs::path directory;
};

/// Runs the program of a lesson ("08_kernels_and_ndranges") or a laboratory ("08_kernels_and_ndranges_lab"), and checks what holds
/// for all of them: it passes in any directory, --device has the last word, it leaves one file there, and that is whole.
void make_short_run(const std::string& name, Groups groups);

/// What that run left; CTest has seen to it that it was made. Where there is none, or one of an older program (a test
/// executable that somebody starts by hand), it is made now.
ShortRun short_run(const std::string& name, Groups groups = Groups::of_any_size);

} // namespace tests
