#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31}, {1 << 20})) {
    const std::vector<float> points = bench.random(3 * n, -2.0F, 2.0F);
    std::vector<double> want(3 * n);
    for (std::size_t i = 0; i < n; ++i) {
      const double x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
      const double length = std::sqrt(x * x + y * y + z * z);
      want[3 * i] = x / length;
      want[3 * i + 1] = y / length;
      want[3 * i + 2] = z / length;
    }
    const auto out = bench.output<float>(3 * n);
    bench.run("directions", {n}, {64}, bench.input(points), out.buffer, static_cast<cl_uint>(n));
    bench.expect(out, want, {0.0, 2e-6}, fmt::format("n = {}", n), 3);
    bench.allow("directions", {.global_loads = 3 * n, .global_stores = 3 * n});
  }
}
