// Where a kernel is that does not end.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace exercise {

/// Runs `command` in the simulator for some seconds, and interrupts it again and again: the lines of the kernel, with
/// their numbers, in which it was found at the end, each once. Empty where it ends by itself, or runs no kernel then.
/// `give_up`: see harness::ProcessOptions.
std::vector<std::pair<std::size_t, std::string>>
sample_in_simulator(const std::vector<std::string>& command, const std::function<bool()>& give_up);

/// The same from what Oclgrind's debugger prints at each interruption, "12<tab>  text of the line", after a line "samples" and
/// before a line "still running".
std::vector<std::pair<std::size_t, std::string>> samples_in(const std::string& output);

} // namespace exercise
