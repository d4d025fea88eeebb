#include "tools/exercise/check.hpp"
#include "tests/exercises/23_fourier/dft.hpp"

#include <cmath>
#include <fmt/format.h>

using fourier_exercises::dft;

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 16, 1000, 4096}, {1, 5})) {
    const std::vector<float> x = bench.random(n, 0.0F, 9.0F);
    const std::vector<double> want =
        dft(std::vector<double>(x.begin(), x.end()), std::vector<double>(n), -1);
    const auto out = bench.output<float>(2 * n);
    bench.run("dft_real", {n}, {64}, bench.input(x), static_cast<cl_int>(n), out.buffer);
    bench.expect(out, want, {2e-5 * std::sqrt(1.0 * n) + 2e-6 * n, 1e-5}, fmt::format("n = {}", n));
  }
}
