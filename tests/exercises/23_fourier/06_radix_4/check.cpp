#include "tools/exercise/check.hpp"
#include "tests/exercises/23_fourier/dft.hpp"

#include <cmath>
#include <fmt/format.h>

using fourier_exercises::dft;

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({4, 16, 64, 1024}, {4, 16})) {
    const std::vector<float> z = bench.random(2 * n);
    exercise::Output<float> from = bench.output<float>(2 * n);
    cl::Buffer x = bench.input(z);
    for (std::size_t p = 1; p < n; p *= 4) {
      const auto y = bench.output<float>(2 * n);
      bench.run("radix4", {n / 4}, {64}, x, y.buffer, static_cast<cl_int>(n),
                static_cast<cl_int>(p));
      from = y;
      x = y.buffer;
    }
    bench.expect(from, dft(z, -1), {1e-5 * std::sqrt(1.0 * n), 1e-5}, fmt::format("n = {}", n));
  }
}
