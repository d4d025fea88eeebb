#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
    const std::vector<float> want_values = bench.random(n, 1.0F, 2.0F), noise = bench.random(n);
    std::vector<float> got(n);
    std::vector<cl_int> want(n);
    const float tolerance = 0.5F;
    for (std::size_t i = 0; i < n; ++i) {
      got[i] = i % 5 == 0   ? std::numeric_limits<float>::quiet_NaN()
               : i % 5 == 1 ? std::numeric_limits<float>::infinity()
               : i % 5 == 2 ? want_values[i]
                            : want_values[i] + noise[i];
      want[i] = std::abs(got[i] - want_values[i]) <= tolerance ? 0 : 1;
    }
    const auto wrong = bench.output<cl_int>(n);
    bench.run("compare", {n}, {64}, bench.input(got), bench.input(want_values), wrong.buffer,
              tolerance, static_cast<cl_uint>(n));
    bench.expect(wrong, want, fmt::format("n = {}", n));
  }
}
