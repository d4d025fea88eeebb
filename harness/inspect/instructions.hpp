#pragma once

#include <map>
#include <string>
#include <vector>

/// Instructions by their kinds, whatever language they are written in.
namespace harness {

/// Instructions of one class, such as "fma" or "load local", by their number.
using InstructionCounts = std::map<std::string, int>;

/// The instructions of one function: all of them, and those of the loop in which it spends its time, as far as can be
/// told without running it: of all loops the one with the most and the widest arithmetic that is in no other loop
/// inside it. Empty where it has no loop.
struct CountedCode {
  InstructionCounts all;
  InstructionCounts loop;
};

/// By name of the kernel or function.
using CountedFunctions = std::map<std::string, CountedCode>;

/// The names of the classes that occur, in the order of a table.
std::vector<std::string> instruction_classes(const std::vector<InstructionCounts>& counts);

} // namespace harness
