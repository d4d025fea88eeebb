#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 100}))
    for (const std::size_t items : {1, 7, 64, 2048}) {
      const std::vector<float> in = bench.random(n);
      std::vector<double> want(n);
      for (std::size_t i = 0; i < n; ++i)
        want[i] = double{in[i]} * in[i];
      const auto out = bench.output<float>(n);
      bench.run("square", {items},
                {items == 7   ? 7U
                 : items == 1 ? 1U
                              : 32U},
                bench.input(in), out.buffer, static_cast<cl_uint>(n));
      bench.expect(out, want, {0.0, 1e-6}, fmt::format("n = {}, {} work-items", n, items));
      bench.allow("square", {.global_loads = n, .global_stores = n});
    }
}
