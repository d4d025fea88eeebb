// Machine code for x86-64.

#include "harness/inspect/listing.hpp"

#include "harness/system/text.hpp"

#include <algorithm>
#include <regex>

namespace harness {
using listing::Instruction;

namespace {

// Operands of AT&T syntax: "0x20(%rsp,%rax,4),%ymm0,%ymm1", split at the commas outside of parentheses.
std::vector<std::string> split_operands(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts)
    part = trimmed(part);
  return parts;
}

void classify_x86(const Instruction& instruction, InstructionCounts& counts) {
  const std::string& name = instruction.name;
  if (starts_with_any(name, {"nop", "data16", "xchg", "cs"}))
    return; // padding
  ++counts["instructions"];
  const std::string& operands = instruction.operands;
  std::string width = contains(operands, "%zmm")   ? "zmm"
                      : contains(operands, "%ymm") ? "ymm"
                      : contains(operands, "%xmm") ? "xmm"
                                                   : "";
  static const std::regex scalar(
      R"(v?(mov|add|sub|mul|div|min|max|sqrt|rcp|rsqrt|ucomi|comi|cmp[a-z]*|round|cvt[a-z0-9]*|fn?m(add|sub)\d*|rndscale|rcp14|rsqrt14|movh|movl)s[sd].*)");
  if (width == "xmm" && std::regex_match(name, scalar))
    width = "one value";
  const std::vector<std::string> parts = split_operands(operands);
  const auto is_memory = [](const std::string& part) { return contains(part, "("); };
  const bool stores = !parts.empty() && is_memory(parts.back()) &&
                      !starts_with_any(name, {"cmp", "test", "bt", "call", "jmp", "prefetch"});
  const bool loads = std::any_of(parts.begin(), parts.end() - 1, is_memory) ||
                     (!stores && !parts.empty() && is_memory(parts.back()));
  if (width.empty()) {
    if (starts_with_any(name, {"j", "call", "ret"}))
      ++counts["branch"];
    else
      ++counts["integer"];
    if (name != "lea" && (loads || stores) && contains(operands, "(%rsp"))
      ++counts["stack integer"];
    return;
  }
  const bool moves = starts_with_any(name, {"vmov", "mov", "vbroadcast", "vpbroadcast"});
  static const std::regex fused(R"(vfn?m(add|sub)(add|sub)?(132|213|231).*)");
  if (std::regex_match(name, fused))
    ++counts["fma " + width];
  else if (contains(name, "gather"))
    ++counts["gather " + width];
  else if (!moves)
    ++counts[(starts_with_any(name, {"vperm", "perm", "vshuf", "shuf", "vpshuf", "vunpck",
                                     "vpunpck", "unpck", "punpck", "vinsert", "vextract", "vblend",
                                     "vpblend", "vpinsr", "vpextr", "valign", "vpalign"})
                  ? "shuffle "
                  : "arithmetic ") +
             width];
  else if (!loads && !stores)
    ++counts["move " + width];
  if (contains(operands, "(%rsp"))
    ++counts["stack " + width];
  else if (stores)
    ++counts["store " + width];
  else if (loads && !contains(name, "gather"))
    ++counts["load " + width];
}

} // namespace

CountedFunctions count_x86(const std::string& text) {
  return listing::count_all(listing::parse_objdump(text), classify_x86);
}

} // namespace harness
