#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
    const std::vector<float> x = bench.random(n, 0.5F, 35.0F), y = bench.random(n, 0.5F, 35.0F);
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = std::exp(std::lgamma(double{x[i]}) + std::lgamma(double{y[i]}) -
                         std::lgamma(double{x[i]} + y[i]));
    const auto out = bench.output<float>(n);
    bench.run("beta", {n}, {64}, bench.input(x), bench.input(y), out.buffer,
              static_cast<cl_uint>(n));
    // lgamma up to 240, with some units in the last place: an absolute error of the logarithm.
    bench.expect(out, want, {0.0, 5e-4}, fmt::format("n = {}", n),
                 exercise::Layout().from("x", x).from("y", y));
  }
}
