#include "harness/lab/changed_ptx.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <string_view>

namespace harness {
using namespace common;
namespace {

constexpr std::string_view mark = "//@";

using Place = std::string::size_type;
constexpr Place nowhere = std::string::npos;

// .target sm_90, texmode_independent
void set_target(std::string& text, const std::string& target) {
  constexpr std::string_view directive = ".target ";
  const Place at = text.find(directive);
  if (text.find(".version ") == nowhere || at == nowhere)
    throw Error("the binary of this program is no PTX text, which begins with .version and "
                ".target: only NVIDIA's driver "
                "returns one. Try an NVIDIA GPU.");
  const Place name = at + directive.size();
  const Place end = text.find_first_of(", \r\n", name);
  text.replace(name, end - name, target);
}

// .shared .align 128 .b8 multiply_$_tiles[1024]; where the kernel `multiply` has the local array `tiles`.
void set_local_bytes(std::string& text, const std::string& array, std::size_t bytes) {
  const std::regex declaration(R"((\.shared\s[^;\n]*(?:\$_|[.\s])))" + array + R"(\[\d*\])");
  if (!std::regex_search(text, declaration))
    throw Error(
        fmt::format("the PTX of this program has no local array '{}': declare it in the kernel, as "
                    "`local uchar {}[...]`, and use it.",
                    array, array));
  text = std::regex_replace(text, declaration, fmt::format("$1{}[{}]", array, bytes));
}

} // namespace

std::string changed_ptx(std::string text, const PtxChanges& changes) {
  text.resize(std::min(text.find('\0'), text.size())); // the driver counts the end of the string
  set_target(text, changes.target);
  for (const auto& [array, bytes] : changes.local_bytes)
    set_local_bytes(text, array, bytes);
  for (Place at = 0; (at = text.find(mark, at)) != nowhere;)
    text.erase(at, mark.size());
  return text;
}

cl::Program through_ptx(const cl::Program& program, const cl::Device& device,
                        const PtxChanges& changes, const std::string& options) {
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  const std::string text =
      changed_ptx(std::string(binaries.at(0).begin(), binaries.at(0).end()), changes);
  const cl::Program changed(program.getInfo<CL_PROGRAM_CONTEXT>(), {device},
                            {{text.begin(), text.end()}});
  try {
    changed.build({device}, options.c_str());
  } catch (const cl::Error&) {
    const std::string log = common::build_log(changed, device);
    throw common::BuildError(fmt::format("the assembler of {} refuses the changed PTX. Does each "
                                         "instruction behind //@ exist for {}?\n{}",
                                         device.getInfo<CL_DEVICE_NAME>(), changes.target, log),
                             log);
  }
  return changed;
}

} // namespace harness
