#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 8, 31}, {1, 9})) {
    const std::vector<cl_int> a = bench.random_ints(n * n, -9999, 9999),
                              b = bench.random_ints(n * n, -999, 999);
    std::vector<cl_int> want(n * n, 0);
    for (std::size_t row = 0; row < n; ++row)
      for (std::size_t column = 0; column < n; ++column)
        for (std::size_t p = 0; p < n; ++p)
          want[row * n + column] += a[row * n + p] * b[p * n + column];
    bench.build_with(fmt::format("-D N={} -D REAL=int", n));
    const auto c = bench.output<cl_int>(n * n);
    bench.run("product", {n, n}, {8, 8}, bench.input(a), bench.input(b), c.buffer);
    bench.expect(c, want, fmt::format("N = {}, int", n), n);

    // The same numbers as floats, made small enough to be exact.
    std::vector<float> x(a.begin(), a.end()), y(b.begin(), b.end());
    for (std::size_t i = 0; i < n * n; ++i) {
      x[i] /= 16384.0F;
      y[i] /= 1024.0F;
    }
    std::vector<double> real(n * n);
    for (std::size_t i = 0; i < real.size(); ++i)
      real[i] = want[i] / 16384.0 / 1024.0;
    bench.build_with(fmt::format("-D N={} -D REAL=float", n));
    const auto f = bench.output<float>(n * n);
    bench.run("product", {n, n}, {8, 8}, bench.input(x), bench.input(y), f.buffer);
    bench.expect(f, real, common::sum_tolerance(n, static_cast<double>(n)),
                 fmt::format("N = {}, float", n), n);
  }
}
