// What NVIDIA's compiler says of each kernel.

#include "harness/inspect/kernel_stats.hpp"

#include "common/device.hpp"
#include "harness/system/text.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <regex>
#include <sstream>

namespace harness {
using namespace common;

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

std::string talkative(const cl::Device& device) {
  return has_extension(device, "cl_nv_compiler_options") ? " -cl-nv-verbose" : "";
}

void forget_compiled_kernels() {
#ifndef _WIN32
  setenv("CUDA_CACHE_DISABLE", "1", 0);
#endif
}

} // namespace harness
