#pragma once

#include "harness/inspect/kernel_stats.hpp"

#include <functional>
#include <initializer_list>
#include <regex>
#include <set>

/// What the files of this directory share that read machine code, each in one language.
namespace harness::listing {

struct Instruction {
  std::string name;     ///< "fma.rn.f32", "FFMA", "vfmadd231ps"
  std::string operands; ///< as they are
  long place = 0;       ///< grows from one instruction to the next
  std::string target;   ///< of a branch: a label or a place; else empty
};

struct Function {
  std::vector<Instruction> instructions;
  std::map<std::string, long> labels; ///< the place of the instruction after each
  std::set<std::string> calls;        ///< other functions
};

/// Adds what an instruction counts for.
using Classify = std::function<void(const Instruction&, InstructionCounts&)>;

/// Every backward branch closes a loop: see CountedCode.
CountedFunctions count_all(const std::map<std::string, Function>& functions,
                           const Classify& classify);

/// How a disassembler writes: the heading of a function, with its name; the line of an instruction, with its place, name and
/// operands; the names of jumps, and their operands with the place where they go. All places are hexadecimal.
struct Dialect {
  std::regex heading, line;
  std::initializer_list<std::string_view> jumps;
  std::regex target;
};

/// The functions in such a listing, by name.
std::map<std::string, Function> parse_listing(const std::string& text, const Dialect& dialect);

/// What objdump prints. A function that has copied the stack pointer into another register counts as if it had not, and
/// what a function calls in the same file is part of it.
std::map<std::string, Function> parse_objdump(const std::string& text);

/// What a program prints, or "" with the reason among the notes.
std::string output_of(const std::vector<std::string>& command, nlohmann::json& notes);

/// {"of", "all", "loop"}: see kernel_stats().
nlohmann::json counted_json(const std::string& of, const CountedCode& code);

/// The driver hands out PTX and keeps the machine code. The assembler of the CUDA toolkit makes machine code of it
/// again, which need not be the same in every instruction.
CountedFunctions disassembled_ptx(const std::string& ptx, nlohmann::json& notes);

/// The kernels' shared libraries that PoCL has loaded into this process: their paths, where the system tells them.
std::string loaded_libraries();

/// The counted_json() of each variant of a kernel in a binary of PoCL. `loaded`: loaded_libraries() before the binary was
/// asked for.
nlohmann::json pocl_listings(const std::string& name, const std::string& binary,
                             const std::string& loaded, nlohmann::json& notes);

} // namespace harness::listing
