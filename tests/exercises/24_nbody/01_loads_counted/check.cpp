#include "tools/exercise/check.hpp"

EXERCISE_CHECK(bench) {
  // Counted by going through the loops.
  const long n = 1024, group = 256;
  long v1 = 0, v2 = 0, v3 = 0, v4 = 0, v6 = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      v1 += 3 + 3 + 1;
      v2 += 1 + 1 + 1;
      v3 += 1 + 1;
      v4 += 1;
      v6 += i % group == j % group ? 1 : 0; // the work-item that copies body j for its group
    }
  bench.expect_answer("v1", std::to_string(v1));
  bench.expect_answer("v2", std::to_string(v2));
  bench.expect_answer("v3", std::to_string(v3));
  bench.expect_answer("v4", std::to_string(v4));
  bench.expect_answer("v6", std::to_string(v6));
}
