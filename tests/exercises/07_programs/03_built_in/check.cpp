#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::vector<float> c = bench.random(3, 1.0F, 3.0F);
  bench.build_with(fmt::format("-D C0={:.9e}f -D C1={:.9e}f -D C2={:.9e}f", c[0], c[1], c[2]));
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31}, {1 << 20})) {
    const std::vector<float> in = bench.random(n);
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = double{c[0]} + double{c[1]} * in[i] + double{c[2]} * in[i] * in[i];
    const auto out = bench.output<float>(n);
    bench.run("polynomial", {n}, {64}, bench.input(in), bench.input(c), out.buffer,
              static_cast<cl_uint>(n));
    bench.expect(out, want, {3e-6, 0.0}, fmt::format("n = {}", n));
    bench.allow("polynomial", {.global_loads = n, .global_stores = n});
  }
}
