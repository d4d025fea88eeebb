// SASS, the machine code of NVIDIA's processors.

#include "harness/inspect/listing.hpp"

#include "common/files.hpp"
#include "harness/system/temporary.hpp"
#include "harness/system/text.hpp"

#include <regex>

namespace harness {
using namespace common;
using listing::Dialect, listing::Instruction;

namespace {

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

} // namespace

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
  return listing::count_all(listing::parse_listing(text, dialect), classify);
}

CountedFunctions listing::disassembled_ptx(const std::string& ptx, nlohmann::json& notes) {
  std::smatch target;
  static const std::regex form(R"(\.target\s+(sm_\w+))");
  if (!std::regex_search(ptx, target, form))
    return {};
  const TemporaryDirectory directory;
  const std::string text = directory.path / "kernel.ptx", code = directory.path / "kernel.cubin";
  write_text(text, ptx);
  const std::size_t before = notes.size();
  output_of({"ptxas", "-arch=" + target[1].str(), text, "-o", code}, notes);
  if (notes.size() == before)
    if (const std::string listing = output_of({"cuobjdump", "-sass", code}, notes);
        !listing.empty())
      return count_sass(listing);
  return {};
}

} // namespace harness
