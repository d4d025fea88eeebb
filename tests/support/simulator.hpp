#pragma once

#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

// For the tests of what programs do in the simulator (tests/oclgrind).

namespace tests {

/// Whether Oclgrind looks for uninitialised values, which it cannot with images, nor with rectangles of buffers.
enum class Values { checked, unchecked };

/// Runs a program of the build directory in the simulator, checks that it passes and that nothing is found, and returns what
/// was counted.
harness::OclgrindReport clean_run(const std::string& program,
                                  const std::vector<std::string>& arguments,
                                  Values values = Values::checked, int seconds = 120);

/// The same for a ladder's --oclgrind with these options; returns what it says.
std::string clean_steps(const std::string& chapter, std::vector<std::string> options);

/// A small picture without symmetry in that directory: its file, for --input.
std::string picture_in(const TemporaryDirectory& directory, int width, int height, int channels);

} // namespace tests
