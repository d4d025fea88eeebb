#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
    std::vector<float> in = bench.random(n);
    for (std::size_t i = 0; i < n; i += 3)
      in[i] = std::numeric_limits<float>::quiet_NaN();
    if (n > 5) { // all of these are numbers
      in[1] = 0.0F;
      in[2] = -std::numeric_limits<float>::infinity();
      in[4] = std::numeric_limits<float>::infinity();
    }
    const float value = bench.random(1, 5.0F, 6.0F)[0];
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = std::isnan(in[i]) ? value : in[i];
    const auto out = bench.output<float>(n);
    bench.run("fill_gaps", {n}, {64}, bench.input(in), out.buffer, value, static_cast<cl_uint>(n));
    bench.expect(out, want, {0.0, 0.0, true}, fmt::format("n = {}", n));
  }
}
