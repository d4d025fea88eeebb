#include "harness/kernel_stats.hpp"
#include "harness/process.hpp"
#include "harness/report.hpp"
#include "harness/temporary.hpp"

#include "common/device.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <sstream>

namespace harness {
namespace {

using Json = nlohmann::json;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
  return begin == text.npos ? std::string_view{} : text.substr(begin, end - begin + 1);
}

struct Instruction {
  std::string name;     // "fma.rn.f32", "FFMA", "vfmadd231ps"
  std::string operands; // as they are
  long place = 0;       // grows from one instruction to the next
  std::string target;   // of a branch: a label or a place; else empty
};

struct Function {
  std::vector<Instruction> instructions;
  std::map<std::string, long> labels; // the place of the instruction after each
  std::set<std::string> calls;        // other functions
};

using Classify = std::function<void(const Instruction&, InstructionCounts&)>;

// What an instruction counts for when the loop is sought in which a kernel spends its time: the width of its
// arithmetic, before all else.
long weight(const InstructionCounts& counts) {
  static const std::map<std::string, long, std::less<>> widths{
      {"zmm", 16}, {"ymm", 8}, {"xmm", 4}, {"neon", 4}};
  long sum = 0;
  for (const auto& [name, number] : counts) {
    const std::size_t blank = name.find(' ');
    const auto width = widths.find(blank == name.npos ? name : name.substr(blank + 1));
    const long each = starts_with_any(name, {"fma", "matrix"})         ? 1000
                      : starts_with_any(name, {"arithmetic", "float"}) ? 10
                                                                       : 0;
    sum += number * (each * (width == widths.end() ? 1 : width->second) + 1);
  }
  return sum;
}

// Every backward branch closes a loop. An instruction belongs to the innermost loop around it, and the loop that is
// shown is the one whose own instructions weigh most.
CountedCode count(const Function& function, const Classify& classify) {
  struct Loop {
    long first, last;
  };
  std::vector<Loop> loops;
  for (const Instruction& instruction : function.instructions)
    if (const auto label = function.labels.find(instruction.target);
        label != function.labels.end() &&
        label->second < instruction.place) // to itself: the end of a program
      loops.push_back({label->second, instruction.place});
  std::stable_sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return a.last - a.first < b.last - b.first;
  });
  std::vector<InstructionCounts> own(loops.size());
  CountedCode code;
  for (const Instruction& instruction : function.instructions) {
    classify(instruction, code.all);
    const auto around = std::find_if(loops.begin(), loops.end(), [&](const Loop& loop) {
      return loop.first <= instruction.place && instruction.place <= loop.last;
    });
    if (around != loops.end())
      classify(instruction, own[static_cast<std::size_t>(around - loops.begin())]);
  }
  const auto heaviest = std::max_element(
      own.begin(), own.end(), [](const auto& a, const auto& b) { return weight(a) < weight(b); });
  if (heaviest != own.end())
    code.loop = *heaviest;
  return code;
}

CountedFunctions count_all(const std::map<std::string, Function>& functions,
                           const Classify& classify) {
  CountedFunctions result;
  for (const auto& [name, function] : functions)
    result[name] = count(function, classify);
  return result;
}

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

std::string sass_class(const Instruction& instruction) {
  const std::string& name = instruction.name;
  if (name.starts_with("HFMA2") && instruction.operands.find("-RZ, RZ") != std::string::npos)
    return "move"; // 0 * 0 + a constant
  static const std::vector<std::pair<std::string, std::vector<std::string_view>>> table{
      {"", {"NOP", "YIELD"}},
      {"fma", {"FFMA", "HFMA2", "DFMA"}},
      {"matrix", {"HMMA", "HGMMA", "IMMA", "QGMMA", "IGMMA", "BGMMA", "DMMA", "WARPGROUP"}},
      {"copy ahead", {"LDGSTS", "UBLKCP", "UTMA", "LDGDEPBAR"}},
      {"load global", {"LDG", "LD."}},
      {"store global", {"STG", "ST."}},
      {"load local", {"LDS"}},
      {"store local", {"STS"}},
      {"load constant", {"LDC", "ULDC"}},
      {"load private", {"LDL"}},
      {"store private", {"STL"}},
      {"atomic", {"ATOM", "RED.", "REDG"}},
      {"image", {"TEX", "TLD", "SULD", "SUST", "TXQ"}},
      {"barrier",
       {"BAR", "DEPBAR", "UCGABAR", "SYNCS", "MEMBAR", "FENCE", "ERRBAR", "CGAERRBAR", "CCTL",
        "WARPSYNC"}},
      {"branch", {"BRA", "BRX", "JMP", "EXIT", "RET", "CALL", "BSSY", "BSYNC", "BREAK", "BMOV"}},
      {"move", {"MOV", "UMOV", "IMAD.MOV", "SHFL", "S2R", "S2UR", "R2UR", "CS2R", "R2P", "P2R"}},
      {"float",
       {"FADD", "FMUL", "FMNMX", "FSEL", "FSET", "FCHK", "FRND", "MUFU", "F2F", "DADD", "DMUL",
        "HADD2", "HMUL2", "FSWZADD", "F2FP"}},
      {"integer",
       {"IADD",   "UIADD", "IMAD",  "UIMAD",  "LEA",      "ULEA",  "LOP",  "ULOP", "SHF",   "USHF",
        "SHL",    "SHR",   "ISETP", "UISETP", "PRMT",     "UPRMT", "SEL",  "USEL", "IMNMX", "VIADD",
        "VIMNMX", "I2F",   "F2I",   "I2I",    "IABS",     "POPC",  "FLO",  "SGXT", "USGXT", "PLOP",
        "UPLOP",  "BMSK",  "UBMSK", "IDP",    "VABSDIFF", "BREV",  "UFLO", "VOTE", "ELECT"}},
  };
  for (const auto& [type, beginnings] : table)
    for (const std::string_view beginning : beginnings)
      if (name.starts_with(beginning) && !(type == "integer" && name.starts_with("IMAD.MOV")))
        return type;
  return "other";
}

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

// How a disassembler writes: the heading of a function, with its name; the line of an instruction, with its place, name and
// operands; the names of jumps, and their operands with the place where they go. All places are hexadecimal.
struct Dialect {
  std::regex heading, line;
  std::initializer_list<std::string_view> jumps;
  std::regex target;
};

std::map<std::string, Function> parse_listing(const std::string& text, const Dialect& dialect) {
  const auto place = [](const std::string& digits) { return std::stol(digits, nullptr, 16); };
  std::map<std::string, Function> functions;
  Function* function = nullptr;
  std::istringstream lines(text);
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, match, dialect.heading)) {
      function = &functions[match[1]];
    } else if (function != nullptr && std::regex_match(line, match, dialect.line)) {
      Instruction instruction{match[2], std::string(trimmed(match[3].str())), place(match[1]), {}};
      function->labels[std::to_string(instruction.place)] = instruction.place;
      if (starts_with_any(instruction.name, dialect.jumps) &&
          std::regex_match(instruction.operands, match, dialect.target))
        instruction.target = std::to_string(place(match[1]));
      function->instructions.push_back(std::move(instruction));
    }
  return functions;
}

// A function that has copied the stack pointer into another register may find its frame by that one.
void name_frames_by_stack_pointer(Function& function) {
  struct Copy {
    std::string operands, by_copy, by_original;
  };
  static const std::vector<Copy> copies{
      {"%rsp,%rbp", "(%rbp", "(%rsp"}, {"%rsp,%rbx", "(%rbx", "(%rsp"}, {"x29, sp", "[x29", "[sp"}};
  for (const Copy& copy : copies)
    if (std::any_of(function.instructions.begin(), function.instructions.end(),
                    [&](const Instruction& each) {
                      return each.name == "mov" && each.operands == copy.operands;
                    }))
      for (Instruction& each : function.instructions)
        if (const std::size_t at = each.operands.find(copy.by_copy); at != std::string::npos)
          each.operands.replace(at, copy.by_copy.size(), copy.by_original);
}

// "    1390:\tvmovups -0xe0(%rax),%ymm1" below "0000000000001280 <name>:"
std::map<std::string, Function> parse_objdump(const std::string& text) {
  static const Dialect dialect{std::regex(R"(^[0-9a-f]+ <(.+)>:\s*$)"),
                               std::regex(R"(^\s*([0-9a-f]+):\s+([a-z][a-z0-9.]*)\s*([^#]*).*$)"),
                               {"j", "b", "cb", "tb"},
                               std::regex(R"(^(?:.*,\s*)?(?:0x)?([0-9a-f]+)(?:\s+<.*)?$)")};
  static const std::regex called(R"(^.*<([^>@]+)>.*$)");
  std::map<std::string, Function> functions = parse_listing(text, dialect);
  for (auto& [name, function] : functions) {
    name_frames_by_stack_pointer(function);
    std::smatch match;
    for (const Instruction& each : function.instructions)
      if (starts_with_any(each.name, {"call", "bl"}) &&
          std::regex_match(each.operands, match, called))
        function.calls.insert(match[1]);
  }
  // What the compiler has not put into its caller belongs to it all the same.
  std::map<std::string, Function> complete;
  for (const auto& [name, own] : functions) {
    std::vector<std::string> names{name};
    Function& all = complete[name];
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Function& part = functions.at(names[i]);
      all.instructions.insert(all.instructions.end(), part.instructions.begin(),
                              part.instructions.end());
      all.labels.insert(part.labels.begin(), part.labels.end());
      for (const std::string& each : part.calls)
        if (functions.contains(each) && std::find(names.begin(), names.end(), each) == names.end())
          names.push_back(each);
    }
  }
  return complete;
}

Json counted_json(const std::string& of, const CountedCode& code) {
  return {{"of", of}, {"all", code.all}, {"loop", code.loop}};
}

// ---- Of a program ----

// What a program prints, or "" with the reason among the notes.
std::string output_of(const std::vector<std::string>& command, Json& notes) {
  if (find_program(command.front()).empty()) {
    notes.push_back(fmt::format("{} is not in PATH", command.front()));
    return {};
  }
  const ProcessResult result = run_process(command);
  if (result.exit_code == 0)
    return result.output;
  notes.push_back(fmt::format("{} failed ({}): {}", command.front(), result.exit_code,
                              result.output.substr(0, 300)));
  return {};
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

// The driver hands out PTX and keeps the machine code. The assembler of the CUDA toolkit makes machine code of it
// again, which need not be the same in every instruction.
CountedFunctions disassembled_ptx(const std::string& ptx, Json& notes) {
  std::smatch target;
  static const std::regex form(R"(\.target\s+(sm_\w+))");
  if (!std::regex_search(ptx, target, form))
    return {};
  const TemporaryDirectory directory;
  const std::string text = directory.path / "kernel.ptx", code = directory.path / "kernel.cubin";
  write_bytes(text, ptx);
  const std::size_t before = notes.size();
  output_of({"ptxas", "-arch=" + target[1].str(), text, "-o", code}, notes);
  if (notes.size() == before)
    if (const std::string listing = output_of({"cuobjdump", "-sass", code}, notes);
        !listing.empty())
      return count_sass(listing);
  return {};
}

// The kernels' shared libraries that PoCL has loaded into this process: their paths, where the system tells them.
std::string loaded_libraries() {
  std::ifstream maps("/proc/self/maps");
  return {std::istreambuf_iterator<char>(maps), {}};
}

Json pocl_listings(const std::string& name, const std::string& binary, const std::string& loaded,
                   Json& notes) {
  std::vector<PoclVariant> variants = pocl_variants(binary);
  std::erase_if(variants, [&](const PoclVariant& each) { return each.kernel != name; });
  // Where the kernel has been launched: what was launched, not what is left from other runs. The binary begins with
  // the program's directory in the cache.
  static const std::regex form("[A-P]{2}/[A-P]{30,40}");
  std::smatch directory;
  const std::string head = binary.substr(0, 4096);
  if (std::regex_search(head, directory, form)) {
    const auto is_loaded = [&](const PoclVariant& each) {
      return contains(loaded, directory.str() + each.file);
    };
    if (std::any_of(variants.begin(), variants.end(), is_loaded))
      std::erase_if(variants, [&](const PoclVariant& each) { return !is_loaded(each); });
  }
  Json listings = Json::array();
  for (const PoclVariant& variant : variants) {
    const TemporaryDirectory place;
    const std::string file = place.path / "kernel.so";
    write_bytes(file, variant.code);
    const std::string listing = output_of({"objdump", "-d", "--no-show-raw-insn", file}, notes);
    const unsigned machine =
        static_cast<unsigned char>(variant.code[18]); // e_machine of the ELF header
    CountedFunctions functions;
    if (machine == 62)
      functions = count_x86(listing);
    else if (machine == 183)
      functions = count_aarch64(listing);
    else
      notes.push_back("the instructions of this processor are not known to this program");
    // "/scale/64-1-1-goffs0/scale.so"; 0 stands for any size
    const std::string size = std::filesystem::path(variant.file).parent_path().filename();
    static const std::regex numbers(R"((\d+)-(\d+)-(\d+).*)");
    std::smatch local;
    std::string of = size;
    if (std::regex_match(size, local, numbers))
      of = local[1] == "0"
               ? "any work-group"
               : fmt::format("work-group {}x{}x{}", local[1].str(), local[2].str(), local[3].str());
    for (const auto& [function, code] : functions)
      if (function == "_pocl_kernel_" + name + "_workgroup")
        listings.push_back(counted_json(of, code));
  }
  return listings;
}

} // namespace

std::map<std::string, CompilerReport> parse_compiler_log(const std::string& log) {
  std::map<std::string, CompilerReport> reports;
  std::string kernel;
  std::istringstream lines(log);
  const auto number_before = [](const std::string& line, const char* unit) {
    std::smatch match;
    return std::regex_search(line, match, std::regex(fmt::format(R"((\d+) {})", unit)))
               ? std::stoi(match[1])
               : 0;
  };
  static const std::regex entry("Compiling entry function '([^']+)'");
  static const std::regex function(R"(Function properties for '?(\w+)'?)");
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, entry) || std::regex_search(line, match, function)) {
      kernel = match[1];
    } else if (contains(line, "stack frame")) {
      CompilerReport& report = reports[kernel];
      report.stack_bytes = number_before(line, "bytes stack frame");
      report.spill_store_bytes = number_before(line, "bytes spill stores");
      report.spill_load_bytes = number_before(line, "bytes spill loads");
    } else if (contains(line, "Used ")) {
      CompilerReport& report = reports[kernel];
      report.registers = number_before(line, "registers");
      report.local_bytes = number_before(line, "bytes smem");
    }
  }
  return reports;
}

std::string readable_log(const std::string& log) {
  std::string kept;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (!contains(line, "is a kernel, so overriding noinline attribute") &&
        !(kept.empty() && line.empty()))
      kept += (kept.empty() ? "" : "\n") + line;
  return kept;
}

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
    std::string rest(trimmed(line));
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
             std::string_view text = trimmed(part);
             while (text.starts_with('{') || text.starts_with('}')) // a block on one line
               text = trimmed(text.substr(1));
             statements.emplace_back(text);
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
  return count_all(functions, [](const Instruction& instruction, InstructionCounts& counts) {
    ++counts["instructions"];
    ++counts[ptx_class(instruction.name)];
  });
}

CountedFunctions count_sass(const std::string& text) {
  static const Dialect dialect{
      std::regex(R"(^\s*Function : (\S+)\s*$)"),
      std::regex(R"(^\s*/\*([0-9a-f]+)\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)\s*([^;]*);.*$)"),
      {"BRA"},
      std::regex(R"((?:.*[,\s])?0x([0-9a-f]+)\s*$)")};
  const auto classify = [](const Instruction& instruction, InstructionCounts& counts) {
    if (const std::string type = sass_class(instruction); !type.empty()) {
      ++counts["instructions"];
      ++counts[type];
    }
  };
  return count_all(parse_listing(text, dialect), classify);
}

CountedFunctions count_x86(const std::string& text) {
  return count_all(parse_objdump(text), classify_x86);
}

CountedFunctions count_aarch64(const std::string& text) {
  return count_all(parse_objdump(text), classify_aarch64);
}

std::vector<PoclVariant> pocl_variants(std::string_view binary) {
  // Each file is there with the length of its path and the path, the length of its content and the content. An ELF
  // file's header says where its table of sections is, which is its end.
  constexpr std::string_view magic("\x7f"
                                   "ELF\x02",
                                   5);
  std::vector<PoclVariant> variants;
  if (!contains(binary.substr(0, 64), "poclbin"))
    return variants;
  const auto read = [&]<typename T>(std::size_t place, T value) {
    if (place + sizeof(T) <= binary.size())
      std::memcpy(&value, &binary[place], sizeof(T));
    return value;
  };
  for (std::size_t begin = 0; (begin = binary.find(magic, begin)) != binary.npos;) {
    const std::size_t size =
        read(begin + 40, std::uint64_t{0}) +
        std::size_t{read(begin + 58, std::uint16_t{0})} * read(begin + 60, std::uint16_t{0});
    const std::string_view before = binary.substr(0, begin);
    const std::size_t end = before.rfind(".so");
    const std::size_t path = end == before.npos ? before.npos : before.rfind('\0', end);
    if (size < 64 || size > binary.size() - begin || path == before.npos || begin - end > 16) {
      begin += magic.size();
      continue;
    }
    PoclVariant variant;
    variant.file = before.substr(path + 1, end + 3 - path - 1);
    variant.kernel = std::filesystem::path(variant.file).stem();
    variant.code = binary.substr(begin, size);
    variants.push_back(std::move(variant));
    begin += size;
  }
  return variants;
}

std::vector<std::string> instruction_classes(const std::vector<InstructionCounts>& counts) {
  std::vector<std::string> order{"instructions", "fma"};
  for (const char* const width : {"zmm", "ymm", "xmm", "neon", "one value"})
    for (const char* const what :
         {"fma", "arithmetic", "shuffle", "gather", "move", "load", "store", "stack"})
      order.push_back(fmt::format("{} {}", what, width));
  for (const char* const name :
       {"matrix",        "float",         "integer",       "stack integer", "move",
        "load global",   "store global",  "load local",    "store local",   "load constant",
        "load argument", "load private",  "store private", "copy ahead",    "image",
        "atomic",        "atomic global", "atomic local",  "barrier",       "branch"})
    order.emplace_back(name);
  std::set<std::string> present;
  for (const InstructionCounts& each : counts)
    for (const auto& [name, number] : each)
      present.insert(name);
  std::vector<std::string> result;
  for (const std::string& name : order)
    if (present.erase(name) != 0)
      result.push_back(name);
  result.insert(result.end(), present.begin(), present.end());
  return result;
}

std::string talkative(const cl::Device& device) {
  return has_extension(device, "cl_nv_compiler_options") ? " -cl-nv-verbose" : "";
}

void forget_compiled_kernels() {
#ifndef _WIN32
  setenv("CUDA_CACHE_DISABLE", "1", 0);
#endif
}

cl_ulong local_bytes(const cl::Kernel& kernel, const cl::Device& device) {
  const auto bytes = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device);
  return bytes == 1 && has_extension(device, "cl_nv_compiler_options") ? 0 : bytes;
}

Json kernel_stats(const cl::Kernel& kernel, const cl::Device& device) {
  const std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>().c_str();
  const cl::Program program = kernel.getInfo<CL_KERNEL_PROGRAM>();
  Json stats{{"name", name},
             {"work_group_size", kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device)},
             {"preferred_multiple",
              kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device)},
             {"local_bytes", local_bytes(kernel, device)},
             {"private_bytes", kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(device)},
             {"listings", Json::array()},
             {"notes", Json::array()}};
  const auto reports = parse_compiler_log(build_log(program, device));
  if (const auto found = reports.find(name); found != reports.end())
    stats["compiler"] = {{"registers", found->second.registers},
                         {"stack_bytes", found->second.stack_bytes},
                         {"spill_store_bytes", found->second.spill_store_bytes},
                         {"spill_load_bytes", found->second.spill_load_bytes},
                         {"local_bytes", found->second.local_bytes}};
  const std::string loaded = loaded_libraries(); // before PoCL loads what it makes for the binary
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  const std::string binary =
      binaries.empty() ? "" : std::string(binaries.front().begin(), binaries.front().end());
  Json& notes = stats["notes"];
  if (const std::string ptx = ptx_of(binary); !ptx.empty()) {
    const auto add = [&](const char* of, const CountedFunctions& functions) {
      if (const auto found = functions.find(name); found != functions.end())
        stats["listings"].push_back(counted_json(of, found->second));
    };
    add("PTX", count_ptx(ptx));
    add("machine code", disassembled_ptx(ptx, notes));
  } else {
    stats["listings"] = pocl_listings(name, binary, loaded, notes);
  }
  if (stats["listings"].empty() && notes.empty())
    notes.push_back("this program cannot read the binaries of this device");
  return stats;
}

std::string stats_text(const Json& stats) {
  std::string text = fmt::format("kernel {}\n", stats["name"].get<std::string>());
  const auto line = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<20} {}\n", what, value);
  };
  if (stats.contains("compiler")) {
    const Json& compiler = stats["compiler"];
    line("registers", fmt::format("{} a work-item", compiler["registers"].get<int>()));
    line("spills",
         fmt::format("{} bytes stored, {} bytes loaded", compiler["spill_store_bytes"].get<int>(),
                     compiler["spill_load_bytes"].get<int>()));
    line("stack", fmt::format("{} bytes a work-item", compiler["stack_bytes"].get<int>()));
  }
  line("local memory", fmt::format("{} bytes a work-group", stats["local_bytes"].get<cl_ulong>()));
  line("private memory",
       fmt::format("{} bytes a work-item", stats["private_bytes"].get<cl_ulong>()));
  line("largest work-group",
       fmt::format("{}, best a multiple of {}", stats["work_group_size"].get<std::size_t>(),
                   stats["preferred_multiple"].get<std::size_t>()));
  std::vector<Table::Column> columns{{"instructions of"}};
  std::vector<InstructionCounts> counts;
  for (const Json& listing : stats["listings"])
    for (const char* const part : {"all", "loop"}) {
      columns.push_back({part == std::string("all") ? listing["of"].get<std::string>() : "its loop",
                         Table::Align::right});
      counts.push_back(listing[part].get<InstructionCounts>());
    }
  if (!counts.empty()) {
    Table table(columns);
    for (const std::string& name : instruction_classes(counts)) {
      std::vector<std::string> cells{name == "instructions" ? "all kinds" : name};
      for (const InstructionCounts& each : counts)
        cells.push_back(each.contains(name) ? std::to_string(each.at(name)) : "");
      table.add(cells);
    }
    text += "\n" + table.text();
  }
  for (const Json& note : stats["notes"])
    text += fmt::format("  {}\n", note.get<std::string>());
  return text;
}

std::string binary_text(const cl::Program& program) {
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  const std::string binary(binaries.front().begin(), binaries.front().end());
  if (std::string ptx = ptx_of(binary); !ptx.empty())
    return ptx;
  std::string text = fmt::format("{} bytes", binary.size());
  if (const std::size_t bitcode = binary.find("BC\xC0\xDE"); bitcode != binary.npos)
    text += fmt::format("\n  at {:>7}: LLVM bitcode, the intermediate language", bitcode);
  for (const PoclVariant& variant : pocl_variants(binary))
    text += fmt::format("\n  at {:>7}: {}, {} bytes of machine code (a shared library)",
                        binary.find(variant.code), variant.file, variant.code.size());
  return text + "\n";
}

} // namespace harness
