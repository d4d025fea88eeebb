#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    const std::size_t count = n < 10 ? 1 : 7;
    std::vector<cl_uint> keys(n);
    std::vector<float> values(n);
    std::vector<double> want(count, 0.0);
    const auto random = bench.random_ints(2 * n, 0, 1000);
    for (std::size_t i = 0; i < n; ++i) {
      keys[i] = i % 2 == 0 ? 0U : static_cast<cl_uint>(random[i]) % static_cast<cl_uint>(count);
      values[i] = static_cast<float>(random[n + i] - 400) / 8.0F;
      want[keys[i]] += values[i];
    }
    const cl::Buffer sums = bench.input(std::vector<float>(count));
    bench.run("sums_by_key", {n}, {64}, bench.input(keys), bench.input(values), sums,
              static_cast<cl_uint>(n));
    bench.expect(bench.read<float>(sums, count), want, {}, fmt::format("n = {}", n));
  }
}
