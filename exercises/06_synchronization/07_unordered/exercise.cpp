#include "exercise.hpp"

#include <algorithm>

std::vector<std::pair<std::size_t, std::size_t>> conflicts(const std::vector<Command>& commands) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < commands.size(); ++i)
    for (std::size_t j = i + 1; j < commands.size(); ++j) {
      const std::vector<std::size_t>& list = commands[j].waits_for;
      if (std::find(list.begin(), list.end(), i) == list.end())
        pairs.emplace_back(i, j); // is that all?
    }
  return pairs;
}
