#include "tools/exercise/check.hpp"

EXERCISE_CHECK(bench) {
  // Counted by going over the picture.
  const int width = 120, height = 80, rim = 2;
  const auto reads_of_blocks = [&](int side) {
    long reads = 0;
    for (int top = 0; top < height; top += side)
      for (int left = 0; left < width; left += side)
        for (int y = top - rim; y < top + side + rim; ++y)
          for (int x = left - rim; x < left + side + rim; ++x)
            ++reads;
    return reads;
  };
  const long single = reads_of_blocks(1);
  const auto percent = [&](int side) {
    return std::to_string((100 * reads_of_blocks(side) + single / 2) / single);
  };
  bench.expect_answer("single, read", std::to_string(single));
  bench.expect_answer("single, written", std::to_string(width * height));
  bench.expect_answer("tile, read", std::to_string(reads_of_blocks(8)));
  bench.expect_answer("tile, percent", percent(8));
  bench.expect_answer("large tile, percent", percent(20));
  bench.expect_answer("block, read", std::to_string(reads_of_blocks(2)));
}
