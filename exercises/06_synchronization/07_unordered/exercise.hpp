#pragma once

#include <cstddef>
#include <utility>
#include <vector>

struct Command {
  std::vector<std::size_t> waits_for; ///< smaller numbers of commands
  std::vector<int> reads;             ///< buffers
  std::vector<int> writes;
};

/// All pairs of commands that use the same buffer, at least one of them to write it, and have no order.
std::vector<std::pair<std::size_t, std::size_t>> conflicts(const std::vector<Command>& commands);
