#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(16);
  for (const std::size_t n : bench.sizes({1, 31, 200}, {1, 31})) {
    const std::vector<float> in = bench.random(n);
    std::vector<double> want(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t p = 0; p < n; ++p)
        want[i] += in[p] * static_cast<double>(i + p);
    const auto out = bench.output<float>(n);
    bench.run("total", {n}, {group}, bench.input(in), out.buffer, cl::Local(group * sizeof(float)),
              static_cast<cl_uint>(n));
    bench.expect(out, want, common::sum_tolerance(n, static_cast<double>(2 * n * n)),
                 fmt::format("n = {}, groups of {}", n, group));
  }
}
