#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
    const std::vector<cl_int> bytes = bench.random_ints(4 * n, 0, 255);
    std::vector<cl_uchar> in(bytes.begin(), bytes.end());
    std::vector<cl_int> want(4 * n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t order[] = {2, 1, 0, 3};
      for (std::size_t k = 0; k < 4; ++k)
        want[4 * i + k] = bytes[4 * i + order[k]];
    }
    const auto out = bench.output<cl_uchar>(4 * n);
    bench.run("swap_red_and_blue", {n}, {64}, bench.input(in), out.buffer, static_cast<cl_uint>(n));
    const std::vector<cl_uchar> got = bench.read(out);
    bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, fmt::format("n = {}, bytes", n),
                 4);
    bench.allow("swap_red_and_blue", {.global_loads = n});
  }
}
