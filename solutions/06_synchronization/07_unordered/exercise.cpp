#include "exercise.hpp"

#include <algorithm>

namespace {

bool share(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int buffer) { return std::find(b.begin(), b.end(), buffer) != b.end(); });
}

} // namespace

std::vector<std::pair<std::size_t, std::size_t>> conflicts(const std::vector<Command>& commands) {
  const std::size_t n = commands.size();
  std::vector<std::vector<bool>> after(n, std::vector<bool>(n, false));
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t j = 0; j < n; ++j)
    for (const std::size_t k : commands[j].waits_for) {
      after[j][k] = true;
      for (std::size_t i = 0; i < k; ++i)
        if (after[k][i])
          after[j][i] = true;
    }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const Command& a = commands[i];
      const Command& b = commands[j];
      const bool same =
          share(a.writes, b.writes) || share(a.writes, b.reads) || share(a.reads, b.writes);
      if (same && !after[j][i])
        pairs.emplace_back(i, j);
    }
  return pairs;
}
