#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 2, 5, 31, 1000}, {1, 5})) {
    const std::vector<float> x = bench.random(n);
    std::vector<double> want;
    for (std::size_t k = 0; k < n; ++k) {
      double re = 0.0, im = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        const double t =
            2.0 * std::acos(-1.0) * static_cast<double>(i * k % n) / static_cast<double>(n);
        re += x[i] * std::cos(t);
        im -= x[i] * std::sin(t);
      }
      want.push_back(re * re + im * im);
    }
    const auto out = bench.output<float>(n);
    bench.run("strengths", {n}, {64}, bench.input(x), static_cast<cl_int>(n), out.buffer);
    bench.expect(out, want, {1e-4 * static_cast<double>(n), 1e-4}, fmt::format("n = {}", n));
  }
}
