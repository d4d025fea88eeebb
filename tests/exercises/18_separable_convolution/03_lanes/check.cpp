#include "tools/exercise/check.hpp"

EXERCISE_CHECK(bench) {
  const int outputs = 64, lanes = 32;
  // One work-item after the other: who has a sum, and who is there?
  const auto percent = [&](int items, int there) {
    int summing = 0;
    for (int n = 0; n < items; ++n)
      summing += n < outputs ? 1 : 0;
    return std::to_string((100 * summing + there / 2) / there);
  };
  const auto tile = [&](int radius) { return outputs + 2 * radius; };
  bench.expect_answer("rim idle, radius 8, work-items", std::to_string(tile(8)));
  bench.expect_answer("rim idle, radius 8, percent that sum", percent(tile(8), tile(8)));
  bench.expect_answer("rim idle, radius 8, percent of lanes",
                      percent(tile(8), (tile(8) + lanes - 1) / lanes * lanes));
  bench.expect_answer("rim idle, radius 16, percent that sum", percent(tile(16), tile(16)));
  bench.expect_answer("left and right, radius 8, percent that sum", percent(outputs, outputs));
  bench.expect_answer("left and right, radius 8, second reads", std::to_string(tile(8) - outputs));
}
