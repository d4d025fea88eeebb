#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    std::vector<float> a = bench.random(n), b = bench.random(n);
    const auto scale = bench.random_ints(n, 0, 2);
    for (std::size_t i = 0; i < n; ++i)
      (scale[i] == 0 ? a : b)[i] *= scale[i] == 1 ? 1e-4F : 1.0F + 1e-4F * a[i];
    for (std::size_t i = 0; i < n; i += 3)
      a[i] *= 1e-5F;
    const auto out = bench.output<float>(2 * n);
    bench.run("exact_sums", {n}, {64}, bench.input(a), bench.input(b), out.buffer,
              static_cast<cl_uint>(n));
    const auto got = bench.read(out, fmt::format("n = {}", n));
    std::vector<double> want(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      const double exact = double{a[i]} + double{b[i]}; // has room in a double
      want[2 * i] = static_cast<float>(exact);
      want[2 * i + 1] = exact - want[2 * i];
    }
    bench.expect(got, want, {}, fmt::format("n = {}", n), {2, {"sum", "tail"}});
  }
}
