#include "harness/inspect/instructions.hpp"

#include <fmt/format.h>

#include <set>

namespace harness {

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

} // namespace harness
