#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const cl_int k : {1, 2, 3, 7, 30}) {
    const std::size_t n = bench.in_simulator ? 15 : 500;
    std::vector<float> x = bench.random(n, 0.0F, 60.0F);
    x[0] = 0.0F;
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double a = 0.5 * k, z = 0.5 * x[i];
      double term = 1.0, sum = 1.0;
      for (int m = 1; m < 2000; ++m) {
        term *= z / (a + m);
        sum += term;
      }
      want[i] = z > 0.0 ? std::exp(a * std::log(z) - z - std::lgamma(a + 1.0)) * sum : 0.0;
    }
    const auto out = bench.output<float>(n);
    bench.run("chi_squared", {n}, {64}, bench.input(x), out.buffer, k, static_cast<cl_uint>(n));
    bench.expect(out, want, {1e-4, 0.0}, fmt::format("k = {}", k));
  }
}
