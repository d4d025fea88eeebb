#include "tools/exercise/check.hpp"

EXERCISE_CHECK(bench) {
  const int units = 10;
  int each = 0;
  int left = units;
  for (; left >= 4; left -= 4) // section 4.3: floor(units / n) sub-devices of n units
    ++each;
  bench.expect_answer("equally by 4, sub-devices", std::to_string(each));
  bench.expect_answer("equally by 4, units of each", std::to_string((units - left) / each));
  bench.expect_answer("equally by 4, units left over", std::to_string(left));
  const std::vector<int> counts{5, 3};
  bench.expect_answer("by counts 5 3, sub-devices", std::to_string(counts.size()));
  bench.expect_answer("by counts 5 3, units of the first", std::to_string(counts[0]));
  bench.expect_answer("by counts 5 3, units left over",
                      std::to_string(units - counts[0] - counts[1]));
}
