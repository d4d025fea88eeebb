#include "tools/exercise/check.hpp"

#include <fmt/format.h>

#include <algorithm>

EXERCISE_CHECK(bench) {
  struct Sizes {
    std::size_t m, n, k;
  };
  for (const Sizes& s : bench.sizes_or_large<Sizes>(
           {Sizes{1, 1, 1}, Sizes{5, 9, 3}, Sizes{9, 5, 3}, Sizes{2, 7, 0}, Sizes{33, 17, 50}},
           Sizes{1024, 256, 4})) {
    if (bench.in_simulator && s.m > 20)
      continue;
    const std::vector<float> a = bench.random(std::max<std::size_t>(s.m * s.k, 1));
    const std::vector<float> b = bench.random(std::max<std::size_t>(s.k * s.n, 1));
    const std::vector<float> bias = bench.random(s.n);
    std::vector<double> want(s.m * s.n);
    for (std::size_t row = 0; row < s.m; ++row)
      for (std::size_t column = 0; column < s.n; ++column) {
        double sum = bias[column];
        for (std::size_t p = 0; p < s.k; ++p)
          sum += double{a[row * s.k + p]} * b[p * s.n + column];
        want[row * s.n + column] = std::max(sum, 0.0);
      }
    const auto c = bench.output<float>(want.size());
    bench.run("layer", {s.m}, {8}, bench.input(a), bench.input(b), bench.input(bias), c.buffer,
              static_cast<cl_uint>(s.m), static_cast<cl_uint>(s.n), static_cast<cl_uint>(s.k));
    bench.expect(c, want, common::sum_tolerance(s.k + 1, static_cast<double>(s.k + 1)),
                 fmt::format("m = {}, n = {}, k = {}", s.m, s.n, s.k), s.n);
    bench.allow("layer", {.global_loads = s.m * s.n * (2 * s.k + 1), .global_stores = s.m * s.n});
  }
}
