#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    const std::vector<float> in = bench.random(n);
    const float gain = bench.random(1, 2.0F, 3.0F)[0], offset = bench.random(1, 4.0F, 5.0F)[0];
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = double{gain} * in[i] + offset;
    const auto out = bench.output<float>(n);
    const auto between = bench.output<float>(n);
    bench.run("gain_and_offset", {n}, {64}, bench.input(in), between.buffer, out.buffer, gain,
              offset, static_cast<cl_uint>(n));
    bench.expect(out, want, {2e-6, 0.0}, fmt::format("n = {}", n));
    bench.allow("gain_and_offset", {.global_loads = n, .global_stores = n});
  }
}
