#include "tools/exercise/check.hpp"

EXERCISE_CHECK(bench) {
  const auto ways = [](std::size_t x, std::size_t y, std::size_t z) {
    std::size_t count = 0;
    for (std::size_t a = 1; a <= x; ++a)
      for (std::size_t b = 1; b <= y; ++b)
        for (std::size_t c = 1; c <= z; ++c)
          count += x % a == 0 && y % b == 0 && z % c == 0 ? 1 : 0;
    return std::to_string(count);
  };
  bench.expect_answer("12", ways(12, 1, 1));
  bench.expect_answer("7", ways(7, 1, 1));
  bench.expect_answer("6 x 4", ways(6, 4, 1));
  bench.expect_answer("8 x 6 x 5", ways(8, 6, 5));
}
