#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <limits>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 2, 31, 1000}, {1, 31})) {
    const std::vector<cl_int> whole = bench.random_ints(n, -5, 4); // neighbours are often equal
    std::vector<float> in(whole.begin(), whole.end());
    if (n == 1) // is a peak all the same
      in[0] = std::numeric_limits<float>::lowest();
    std::vector<cl_int> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = (i == 0 || in[i] > in[i - 1]) && (i + 1 == n || in[i] > in[i + 1]) ? 1 : 0;
    const auto out = bench.output<cl_int>(n);
    bench.run("peaks", {n}, {64}, bench.input(in), out.buffer, static_cast<cl_uint>(n));
    bench.expect(out, want, fmt::format("n = {}{}", n, n == 1 ? ", the number -FLT_MAX" : ""));
  }
}
