#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 8, 31, 1000, 1023}, {1, 31}, {1 << 20})) {
    const std::vector<float> in = bench.random(n, -3.0F, -1.0F);
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i) {
      want[i] = in[i];
      if (i > 0)
        want[i] = std::max(want[i], double{in[i - 1]});
      if (i + 1 < n)
        want[i] = std::max(want[i], double{in[i + 1]});
    }
    const auto out = bench.output<float>(n);
    const std::size_t items = (n + 7) / 8;
    bench.run("largest_of_three", {items}, {16}, bench.input(in), out.buffer,
              static_cast<cl_uint>(n));
    bench.expect(out, want, {}, fmt::format("n = {}", n));
    bench.allow("largest_of_three", {.global_loads = n + 2 * items, .global_stores = n});
  }
}
