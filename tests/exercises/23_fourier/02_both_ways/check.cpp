#include "tools/exercise/check.hpp"
#include "tests/exercises/23_fourier/dft.hpp"

#include <cmath>
#include <fmt/format.h>

using fourier_exercises::dft;

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 2, 31, 1000}, {1, 5}))
    for (const int sign : {-1, 1}) {
      const std::vector<float> z = bench.random(2 * n);
      std::vector<double> want = dft(z, sign);
      for (double& value : want)
        value /= sign > 0 ? static_cast<double>(n) : 1.0;
      const auto out = bench.output<float>(2 * n);
      bench.run("both_ways", {n}, {64}, bench.input(z), static_cast<cl_int>(n), cl_int{sign},
                out.buffer);
      bench.expect(out, want, {sign > 0 ? 1e-5 : 1e-5 * std::sqrt(1.0 * n) + 1e-6 * n, 1e-5},
                   fmt::format("n = {}, sign = {}", n, sign));
    }
}
