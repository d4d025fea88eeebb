#include "tools/exercise/check.hpp"

#include <string>

EXERCISE_CHECK(bench) {
  constexpr long n = 1048576, mib = 1048576;
  const auto tiles = [](long count, long tile) { return (count + tile - 1) / tile; };
  const auto moved = [&](long readings, long writings) {
    return std::to_string((readings + writings) * n * 4 / mib);
  };
  bench.expect_answer("scan the tiles, then add what is before each", moved(2, 2));
  bench.expect_answer("add up the tiles, then scan them", moved(2, 1));
  bench.expect_answer("one pass", moved(1, 1));
  for (const long count : {n, 5000000L}) {
    long scans = 1;
    for (long sums = tiles(count, 2048); sums > 1; sums = tiles(sums, 2048))
      ++scans;
    bench.expect_answer("scan and add, " + std::to_string(count) + " elements",
                        std::to_string(scans + scans - 1));
  }
  long trees = 0;
  for (long left = n; left > 1; left = tiles(left, 256))
    ++trees;
  bench.expect_answer("trees, 1048576 numbers", std::to_string(trees));
}
