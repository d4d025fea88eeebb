#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({2, 32, 1000, 1023}, {2, 32})) {
    const std::vector<float> a = bench.random(n);
    std::vector<double> want(n - 1);
    for (std::size_t i = 0; i + 1 < n; ++i)
      want[i] = double{a[i + 1]} - a[i];
    const auto d = bench.output<float>(n - 1);
    bench.run("differences", {n}, {64}, bench.input(a), d.buffer, static_cast<cl_uint>(n));
    bench.expect(d, want, {1e-6, 0.0}, fmt::format("n = {}", n));
  }
}
