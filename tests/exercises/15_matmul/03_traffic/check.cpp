#include "tools/exercise/check.hpp"

EXERCISE_CHECK(bench) {
  // Counted by going through the loops.
  const int n = 64;
  long plain_read = 0, plain_written = 0, register_read = 0, tiles_read = 0, block_read = 0;
  for (int element = 0; element < n * n; ++element) {
    ++plain_written;
    for (int k = 0; k < n; ++k) {
      plain_read += 3;
      ++plain_written;
      register_read += 2;
      tiles_read += k % 16 == 0 ? 2 : 0; // each work-item fetches one value of each tile
    }
  }
  for (int block = 0; block < n / 4 * (n / 4); ++block)
    for (int k = 0; k < n; ++k)
      block_read += 4 + 4;
  bench.expect_answer("plain, read", std::to_string(plain_read));
  bench.expect_answer("plain, written", std::to_string(plain_written));
  bench.expect_answer("register, read", std::to_string(register_read));
  bench.expect_answer("register, written", std::to_string(n * n));
  bench.expect_answer("tiles, read", std::to_string(tiles_read));
  bench.expect_answer("block, read", std::to_string(block_read));
}
