#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31}))
    for (const std::size_t block : {1, 2, 7, 64, 1 << 28}) {
      const std::vector<float> in = bench.random(n);
      const std::size_t blocks = (n + block - 1) / block;
      std::vector<double> want(blocks, 0.0);
      for (std::size_t i = 0; i < n; ++i)
        want[i / block] += in[i];
      const auto sums = bench.output<float>(blocks);
      bench.run("block_sums", {blocks}, {32}, bench.input(in), sums.buffer,
                static_cast<cl_uint>(block), static_cast<cl_uint>(n));
      bench.expect(sums, want, common::sum_tolerance(64, 64.0),
                   fmt::format("n = {}, blocks of {}", n, block));
      bench.allow("block_sums", {.global_loads = n, .global_stores = blocks});
    }
}
