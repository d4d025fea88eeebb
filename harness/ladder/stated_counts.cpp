#include "harness/ladder/stated_counts.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"

#include <fmt/format.h>
#include <sstream>

namespace harness {
using namespace common;

Counts stated_counts(const std::string& kernel_file, const std::string& problem,
                     const std::string& kind, const Values& values) {
  const std::string heading = fmt::format("// Counted at {}{}{}:", problem,
                                          values.empty() ? "" : ", ", values_text(values));
  const std::string start = kind.empty() ? "//   " : fmt::format("//   {} ", kind);
  Counts counts;
  std::istringstream head(read_text(find_kernel(kernel_file)));
  bool counted = false;
  for (std::string line; std::getline(head, line) && line.starts_with("//");) {
    if (!line.starts_with("//   "))
      counted = line.starts_with(heading);
    else if (counted && line.starts_with(start)) {
      std::istringstream words(line.substr(start.size()));
      std::string kernel;
      Accesses a;
      words >> kernel;
      for (const auto& each : memory_counters<std::uint64_t>)
        words >> a.*each.counter;
      if (!words)
        throw Error(
            fmt::format("{}: the line '{}' needs a kernel and five counts.", kernel_file, line));
      counts[kernel] = a;
    }
  }
  return counts;
}

} // namespace harness
