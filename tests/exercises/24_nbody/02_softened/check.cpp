#include "tools/exercise/check.hpp"

#include <cmath>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : {1, 2, 33, 100}) {
    const float softening = 0.3F;
    std::vector<float> bodies = bench.random(4 * n);
    for (std::size_t i = 0; i < n; ++i)
      bodies[4 * i + 3] = std::abs(bodies[4 * i + 3]);
    for (std::size_t k = 0; k < 3 && n > 2; ++k) // two in one place
      bodies[4 * (n - 1) + k] = bodies[k];
    std::vector<double> want(3 * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double d[3], square = double{softening} * softening;
        for (std::size_t k = 0; k < 3; ++k) {
          d[k] = double{bodies[4 * j + k]} - bodies[4 * i + k];
          square += d[k] * d[k];
        }
        for (std::size_t k = 0; k < 3; ++k)
          want[3 * i + k] += bodies[4 * j + 3] * d[k] / (square * std::sqrt(square));
      }
    const auto out = bench.output<float>(3 * n);
    bench.run("pulls", {n}, {8}, bench.input(bodies), out.buffer, static_cast<int>(n), softening);
    bench.expect(out, want, {1e-4, 1e-4}, "accelerations");
  }
}
