#include "tools/exercise/check.hpp"

#include <algorithm>
#include <queue>

EXERCISE_CHECK(bench) {
  // Played through: each unit takes the next group as soon as it is free.
  const auto ticks = [](int units, int elements) {
    std::priority_queue<int, std::vector<int>, std::greater<>> free_at;
    for (int i = 0; i < units; ++i)
      free_at.push(0);
    int end = 0;
    for (int group = 0; group < 256 / 16; ++group) {
      int time = free_at.top();
      free_at.pop();
      for (int left = 16; left > 0; left -= elements)
        time += 3;
      free_at.push(time);
      end = std::max(end, time);
    }
    return std::to_string(end);
  };
  bench.expect_answer("2 units of 2 elements", ticks(2, 2));
  bench.expect_answer("4 units of 8 elements", ticks(4, 8));
  bench.expect_answer("32 units of 4 elements", ticks(32, 4));
  bench.expect_answer("5 units of 32 elements", ticks(5, 32));
}
