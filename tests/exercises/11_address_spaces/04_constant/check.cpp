#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31}, {1 << 20})) {
    const std::vector<float> in = bench.random(4 * n), weights = bench.random(4);
    std::vector<double> want(n, 0.0);
    for (std::size_t i = 0; i < in.size(); ++i)
      want[i / 4] += double{weights[i % 4]} * in[i];
    const auto sums = bench.output<float>(n);
    bench.run("weighted", {n}, {64}, bench.input(in), bench.input(weights), sums.buffer,
              static_cast<cl_uint>(n));
    bench.expect(sums, want, common::sum_tolerance(4, 4.0), fmt::format("n = {}", n));
    bench.allow("weighted", {.global_loads = 4 * n, .global_stores = n, .constant_loads = 4 * n});
  }
}
