#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31}, {1 << 20})) {
    const std::vector<float> a = bench.random(8 * n);
    std::vector<double> want(n, 0.0);
    for (std::size_t i = 0; i < a.size(); ++i)
      want[i / 8] += a[i];
    const auto sums = bench.output<float>(n);
    bench.run("sums_of_eight", {n}, {64}, bench.input(a), sums.buffer, static_cast<cl_uint>(n));
    bench.expect(sums, want, common::sum_tolerance(8, 8.0), fmt::format("n = {}", n));
    bench.allow("sums_of_eight", {.global_loads = 8 * n, .global_stores = n});
  }
}
