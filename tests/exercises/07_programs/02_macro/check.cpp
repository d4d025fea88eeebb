#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
    const std::vector<float> a = bench.random(n), b = bench.random(n);
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = (double{a[i]} - b[i]) * (double{a[i]} - b[i]);
    const auto d = bench.output<float>(n);
    bench.run("distances", {n}, {64}, bench.input(a), bench.input(b), d.buffer,
              static_cast<cl_uint>(n));
    bench.expect(d, want, {1e-6, 1e-6}, fmt::format("n = {}", n));
    bench.allow("distances", {.global_loads = 2 * n, .global_stores = n});
  }
}
