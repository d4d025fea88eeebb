#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto roof = [](double flop, double bytes) {
    return fmt::format("{:.2f}", std::min(1000.0, 100.0 * flop / bytes));
  };
  const double n = 768;
  bench.expect_answer("c[i] = a[i] + b[i]", roof(1, 3 * 4));
  bench.expect_answer("y[i] = alpha * x[i] + y[i]", roof(2, 3 * 4));
  bench.expect_answer("out[i] = a polynomial of degree 20 of in[i] (20 multiply-adds)",
                      roof(40, 2 * 4));
  bench.expect_answer("matrix product of 768 x 768 (each of the three matrices moved once)",
                      roof(2 * n * n * n, 3 * n * n * 4));
}
