#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 7, 31}, {5})) {
    // Both near the unit matrix, so that the start is a good one. From the unit matrix itself X P and
    // P X would be the same in each step.
    std::vector<float> a = bench.random(n * n), start = bench.random(n * n), unit(n * n, 0.0F);
    for (std::size_t i = 0; i < n * n; ++i) {
      unit[i] = i % (n + 1) == 0 ? 1.0F : 0.0F;
      a[i] = unit[i] + 0.4F / static_cast<float>(n) * a[i];
      start[i] = unit[i] + 0.2F / static_cast<float>(n) * start[i];
    }
    const cl::Buffer matrix = bench.input(a);
    cl::Buffer x = bench.input(start);
    const auto size = static_cast<cl_uint>(n);
    const auto multiply = [&](const cl::Buffer& left, const cl::Buffer& right) {
      const auto p = bench.output<float>(n * n);
      bench.run("product", {n, n}, {8, 8}, left, right, p.buffer, size);
      return p;
    };
    for (int step = 1; step <= (bench.in_simulator ? 1 : 6); ++step) {
      const auto p = multiply(matrix, x);
      const std::vector<float> before = bench.read<float>(x, n * n), product = bench.read(p);
      std::vector<double> want(n * n);
      for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column) {
          want[row * n + column] = 2.0 * before[row * n + column];
          for (std::size_t k = 0; k < n; ++k)
            want[row * n + column] -= double{before[row * n + k]} * product[k * n + column];
        }
      const auto next = bench.output<float>(n * n);
      bench.run("newton_step", {n, n}, {8, 8}, x, p.buffer, next.buffer, size);
      bench.expect(next, want, common::sum_tolerance(n + 2, 8.0),
                   fmt::format("n = {}, step {}", n, step), n);
      x = next.buffer;
    }
    if (!bench.in_simulator)
      bench.expect(multiply(matrix, x), std::vector<double>(unit.begin(), unit.end()), {1e-5, 0.0},
                   fmt::format("n = {}, A X after 6 steps", n), n);
  }
}
