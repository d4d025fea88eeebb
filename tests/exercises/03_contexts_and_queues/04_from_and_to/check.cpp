#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 2, 31, 1000, 1023}, {1, 2, 31})) {
    std::vector<cl_int> now = bench.random_ints(n, 0, 1'000'000);
    std::vector<cl_int> want;
    for (std::size_t i = 0; i < n; ++i)
      want.push_back((now[i == 0 ? 0 : i - 1] + 2 * now[i] + now[i + 1 == n ? i : i + 1]) / 4);
    const cl::Buffer from = bench.input(now);
    const auto to = bench.output<cl_int>(n);
    bench.run("smooth", {n}, {16}, from, to.buffer, static_cast<cl_uint>(n));
    bench.expect(to, want, fmt::format("n = {}", n));
    bench.expect(bench.read<cl_int>(from, n), now,
                 fmt::format("n = {}, what `from` holds afterwards", n));
  }
}
