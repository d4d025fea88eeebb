#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    const std::vector<float> X = bench.random(2 * n);
    std::vector<double> want(2 * n);
    cl_int kept = 0;
    for (std::size_t k = 0; k < n; ++k)
      if (std::hypot(double{X[2 * k]}, double{X[2 * k + 1]}) >= 0.7) {
        want[2 * k] = X[2 * k];
        want[2 * k + 1] = X[2 * k + 1];
        ++kept;
      }
    const cl::Buffer in = bench.input(X);
    const cl::Buffer count = bench.input(std::vector<cl_int>{0});
    bench.run("keep", {n}, {64}, in, static_cast<cl_int>(n), 0.7F, count);
    bench.expect(bench.read<float>(in, 2 * n), want, {0.0, 1e-6}, fmt::format("n = {}", n));
    bench.expect(bench.read<cl_int>(count, 1), {kept}, fmt::format("n = {}, kept", n));
  }
}
