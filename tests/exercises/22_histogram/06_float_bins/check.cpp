#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(bench.in_simulator ? 8 : 64);
  for (const int bins : {1, 7, 100})
    for (const std::size_t n : bench.sizes({1, 31, 1023}, {1, 31})) {
      // Numbers well inside of their bins, so that rounding moves none of them; and both limits.
      const double low = -3.0, width = 12.0 / bins;
      const std::vector<float> inside = bench.random(n, 0.1F, 0.9F);
      const std::vector<cl_int> bin = bench.random_ints(n, 0, bins - 1);
      std::vector<float> in(n);
      std::vector<cl_int> want(static_cast<std::size_t>(bins));
      for (std::size_t i = 0; i < n; ++i) {
        const double value = low + (bin[i] + double{inside[i]}) * width;
        in[i] = static_cast<float>(i == n / 2 ? 9.0 : i == n / 3 ? low : value);
        const bool missing = n > 2 && i % 10 == 7 && i != n / 2 && i != n / 3;
        const int at = n == 1 || i == n / 3 ? 0 : i == n / 2 ? bins - 1 : bin[i];
        if (missing)
          in[i] = std::nanf("");
        else
          ++want[static_cast<std::size_t>(i == n / 2 && n > 1 ? bins - 1 : at)];
      }
      const cl::Buffer numbers = bench.input(in);
      const auto limits = bench.output<float>(2);
      bench.run("range", {group}, {group}, numbers, static_cast<cl_uint>(n), limits.buffer,
                cl::Local(2 * group * sizeof(float)));
      const cl::Buffer counts = bench.input(std::vector<cl_uint>(want.size()));
      bench.run("histogram", {2 * group}, {group}, numbers, static_cast<cl_uint>(n), limits.buffer,
                bins, counts, cl::Local(want.size() * sizeof(cl_uint)));
      bench.expect(bench.read<cl_int>(counts, want.size()), want,
                   fmt::format("n = {}, {} bins", n, bins));
    }
}
