// Machine code for AArch64.

#include "harness/inspect/listing.hpp"

#include "harness/system/text.hpp"

#include <regex>

namespace harness {
using listing::Instruction;

namespace {

void classify_aarch64(const Instruction& instruction, InstructionCounts& counts) {
  const std::string& name = instruction.name;
  if (name == "nop")
    return;
  ++counts["instructions"];
  static const std::regex vector(R"((^|[^a-z0-9])(v\d+\.\d+[bhsd]|q\d+|v\d+\.[bhsd]\[).*)");
  static const std::regex single(R"((^|[^a-z0-9])[sdh]\d+\b.*)");
  const bool wide = std::regex_search(instruction.operands, vector);
  if (!wide && !std::regex_search(instruction.operands, single)) {
    static const std::regex jump(R"((b|b\..*|bl|blr|br|cbn?z|tbn?z|ret))");
    ++counts[std::regex_match(name, jump) ? "branch" : "integer"];
    return;
  }
  const std::string width = wide ? "neon" : "one value";
  if (starts_with_any(name, {"ld", "st"})) {
    const char* const way = name.starts_with("ld") ? "load " : "store ";
    ++counts[(contains(instruction.operands, "[sp") ? "stack " : way) + width];
  } else if (starts_with_any(name, {"fmla", "fmls", "fmadd", "fmsub", "fnmadd", "fnmsub"})) {
    ++counts["fma " + width];
  } else if (starts_with_any(name, {"mov", "dup", "fmov"})) {
    ++counts["move " + width];
  } else {
    ++counts["arithmetic " + width];
  }
}

} // namespace

CountedFunctions count_aarch64(const std::string& text) {
  return listing::count_all(listing::parse_objdump(text), classify_aarch64);
}

} // namespace harness
