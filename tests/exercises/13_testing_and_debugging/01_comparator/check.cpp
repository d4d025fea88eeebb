#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t n;
    float tolerance;
  };
  for (const auto& [n, tolerance] : {Case{1, 0.5F}, Case{31, 0.25F}, Case{1000, 0.5F}}) {
    if (bench.in_simulator && n > 31)
      continue;
    std::vector<float> want_values = bench.random(n, 1.0F, 2.0F);
    const std::vector<float> noise = bench.random(n);
    std::vector<float> got(n);
    std::vector<cl_int> want(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (i % 5 == 2) // exactly the tolerance away is not farther
        want_values[i] = 1.5F;
      got[i] = i % 5 == 0   ? std::numeric_limits<float>::quiet_NaN()
               : i % 5 == 1 ? std::numeric_limits<float>::infinity()
               : i % 5 == 2 ? want_values[i] + tolerance
                            : want_values[i] + noise[i];
      want[i] = std::abs(got[i] - want_values[i]) <= tolerance ? 0 : 1;
    }
    const auto wrong = bench.output<cl_int>(n);
    bench.run("compare", {n}, {64}, bench.input(got), bench.input(want_values), wrong.buffer,
              tolerance, static_cast<cl_uint>(n));
    bench.expect(wrong, want, fmt::format("n = {}, tolerance {}", n, tolerance));
  }
}
