#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const int exponent : {0, 1, 2, 3, 9, -1}) { // -1: the option is not given
    bench.build_with(exponent < 0 ? "" : fmt::format("-D EXPONENT={}", exponent));
    const std::size_t n = bench.in_simulator ? 31 : 1000;
    const std::vector<float> in = bench.random(n, -2.0F, 2.0F);
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = std::pow(double{in[i]}, exponent < 0 ? 2 : exponent);
    const auto out = bench.output<float>(n);
    bench.run("power", {n}, {64}, bench.input(in), out.buffer, static_cast<cl_uint>(n));
    bench.expect(out, want, {0.0, 1e-6},
                 exponent < 0 ? "without the option" : fmt::format("-D EXPONENT={}", exponent));
  }
}
