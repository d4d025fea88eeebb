#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    const std::vector<float> a = bench.random(n), b = bench.random(n);
    const float alpha = bench.random(1, 2.0F, 3.0F)[0];
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = double{alpha} * a[i] + b[i];
    const auto c = bench.output<float>(n);
    bench.run("scale_and_add", {n}, {64}, bench.input(a), bench.input(b), c.buffer, alpha,
              static_cast<cl_uint>(n));
    bench.expect(c, want, {1e-6, 0.0}, fmt::format("n = {}", n),
                 exercise::Layout().from("a", a).from("b", b));
    bench.allow("scale_and_add", {.global_loads = 2 * n, .global_stores = n});
  }
}
