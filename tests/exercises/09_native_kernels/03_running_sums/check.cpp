#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31}, {1 << 20}))
    for (const std::size_t block : {1, 2, 7, 64}) {
      const std::vector<float> in = bench.random(n);
      std::vector<double> want(n);
      for (std::size_t i = 0; i < n; ++i)
        want[i] = in[i] + (i % block == 0 ? 0.0 : want[i - 1]);
      const auto out = bench.output<float>(n);
      bench.run("running_sums", {(n + block - 1) / block}, {32}, bench.input(in), out.buffer,
                static_cast<cl_uint>(block), static_cast<cl_uint>(n));
      bench.expect(out, want, common::sum_tolerance(64, 64.0),
                   fmt::format("n = {}, blocks of {}", n, block));
      bench.allow("running_sums", {.global_loads = n, .global_stores = n});
    }
}
