// PTX, NVIDIA's portable assembly language, which its driver calls a program's binary.

#include "harness/inspect/listing.hpp"

#include "harness/system/text.hpp"

#include <regex>
#include <sstream>

namespace harness {
using listing::Function, listing::Instruction;

namespace {

// "ld.global.f32" -> "load global"; the address spaces with the names that OpenCL has for them.
std::string ptx_class(const std::string& name) {
  static const std::regex memory(
      R"((ld|st|atom|red|cp)\.(.*\.)?(global|shared|const|param|local)\b.*)");
  static const std::map<std::string, std::string> spaces{{"global", "global"},
                                                         {"shared", "local"},
                                                         {"const", "constant"},
                                                         {"param", "argument"},
                                                         {"local", "private"}};
  if (starts_with_any(name, {"wgmma", "mma", "wmma"}))
    return "matrix";
  if (starts_with_any(name, {"cp.async"}))
    return "copy ahead";
  if (name.starts_with("ldmatrix"))
    return "load local";
  if (std::smatch match; std::regex_match(name, match, memory))
    return (match[1] == "ld"   ? "load "
            : match[1] == "st" ? "store "
                               : "atomic ") +
           spaces.at(match[3]);
  if (starts_with_any(name, {"ld.", "st."})) // no address space: found out at run time
    return name.starts_with("ld") ? "load global" : "store global";
  if (starts_with_any(name, {"tex", "txq", "tld", "suld", "sust", "suq"}))
    return "image";
  if (starts_with_any(name, {"bar", "mbarrier", "fence", "membar"}))
    return "barrier";
  if (starts_with_any(name, {"bra", "ret", "exit", "call"}))
    return "branch";
  if (starts_with_any(name, {"fma"}) || (name.starts_with("mad") && contains(name, ".f")))
    return "fma";
  if (starts_with_any(name, {"mov", "shfl", "cvta"}))
    return "move";
  static const std::regex floating(R"(.*\.(f16|f16x2|bf16|bf16x2|f32|f64|tf32)\b.*)");
  if (std::regex_match(name, floating) && !starts_with_any(name, {"setp", "selp"}))
    return "float";
  if (starts_with_any(name,
                      {"add", "sub",  "mul",   "mad",  "shl",  "shr",     "shf",  "and", "or",
                       "xor", "not",  "min",   "max",  "div",  "rem",     "abs",  "neg", "cvt",
                       "bfe", "bfi",  "prmt",  "lop3", "popc", "clz",     "setp", "set", "selp",
                       "sad", "brev", "bfind", "dp4a", "dp2a", "vabsdiff"}))
    return "integer";
  return "other";
}

} // namespace

std::string ptx_of(const std::string& binary) {
  return contains(binary.substr(0, 4096), ".version") ? binary.c_str() : "";
}

CountedFunctions count_ptx(const std::string& text) {
  static const std::regex comment(R"(//[^\n]*|/\*[\s\S]*?\*/)");
  static const std::regex entry(R"(\.entry\s+([\w$]+))");
  static const std::regex label(R"(^([\w$]+):\s*(.*)$)");
  static const std::regex statement(R"(^(?:@!?%?\w+\s+)?([a-z][\w.:]*)\s*(.*)$)");
  std::map<std::string, Function> functions;
  Function* function = nullptr;
  bool in_body = false;
  int depth = 0;
  std::istringstream lines(std::regex_replace(text, comment, ""));
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, entry)) {
      function = &functions[match[1]];
      in_body = false;
    }
    std::string rest = trimmed(line);
    if (function == nullptr)
      continue;
    if (rest == "{" || rest == "}") { // blocks inside a body are those of inline assembly
      depth += rest == "{" ? 1 : -1;
      in_body = depth > 0;
      function = depth > 0 ? function : nullptr;
      continue;
    }
    if (!in_body)
      continue;
    if (std::regex_match(rest, match, label)) {
      function->labels[match[1]] = static_cast<long>(function->instructions.size());
      rest = match[2].str();
    }
    for (const std::string& each : [&] {
           std::vector<std::string> statements;
           std::istringstream parts(rest);
           for (std::string part; std::getline(parts, part, ';');) {
             std::string text = trimmed(part);
             while (text.starts_with('{') || text.starts_with('}')) // a block on one line
               text = trimmed(text.substr(1));
             statements.push_back(text);
           }
           return statements;
         }()) {
      if (!std::regex_match(each, match, statement))
        continue;
      Instruction instruction{
          match[1], match[2], static_cast<long>(function->instructions.size()), {}};
      if (instruction.name.starts_with("bra"))
        instruction.target = instruction.operands;
      function->instructions.push_back(std::move(instruction));
    }
  }
  return listing::count_all(functions,
                            [](const Instruction& instruction, InstructionCounts& counts) {
                              ++counts["instructions"];
                              ++counts[ptx_class(instruction.name)];
                            });
}

} // namespace harness
