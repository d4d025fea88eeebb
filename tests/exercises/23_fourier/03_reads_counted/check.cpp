#include "tools/exercise/check.hpp"

EXERCISE_CHECK(bench) {
  const long n = 1024, group = 64;
  long v1 = 0, v2 = 0, v3 = 0, v4 = 0, v6 = 0;
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      v1 += 2 + 2;
      v2 += 1;
      v3 += k % group == i % group ? 1 : 0; // the work-item that copies number i for its group
      v4 += i % 4 == 0 ? 1 : 0;
    }
  for (long p = 1; p < n; p *= 2)
    v6 += n / 2 * 2;
  bench.expect_answer("v1", std::to_string(v1));
  bench.expect_answer("v2", std::to_string(v2));
  bench.expect_answer("v3", std::to_string(v3));
  bench.expect_answer("v4", std::to_string(v4));
  bench.expect_answer("v6", std::to_string(v6));
}
