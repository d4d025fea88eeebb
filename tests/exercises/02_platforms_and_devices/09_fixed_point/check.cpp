#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    std::vector<cl_int> a = bench.random_ints(n, -8'000'000, 8'000'000);
    std::vector<cl_int> b = bench.random_ints(n, -8'000'000, 8'000'000);
    const std::vector<cl_int> known_a{98304, -65536, 1, 65536, 11'000'000, -3, 0};
    const std::vector<cl_int> known_b{98304, 65536, -1, 65536, -12'000'000, 32768, 5};
    std::copy_n(known_a.begin(), std::min(n, known_a.size()), a.begin());
    std::copy_n(known_b.begin(), std::min(n, known_b.size()), b.begin());
    std::vector<cl_int> want;
    for (std::size_t i = 0; i < n; ++i)
      want.push_back(static_cast<cl_int>(cl_long{a[i]} * b[i] / 65536));
    const auto c = bench.output<cl_int>(n);
    bench.run("multiply", {n}, {16}, bench.input(a), bench.input(b), c.buffer,
              static_cast<cl_uint>(n));
    bench.expect(c, want, fmt::format("n = {}", n));
    bench.allow("multiply", {.global_loads = 2 * n, .global_stores = n});
  }
}
