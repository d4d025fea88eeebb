#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    std::vector<cl_uint> a(n), b(n);
    std::vector<cl_int> more(n), want(n);
    const auto random = bench.random_ints(4 * n, 0, 0xffff);
    for (std::size_t i = 0; i < n; ++i) {
      const auto word = [&](std::size_t k) {
        return static_cast<cl_uint>(random[4 * i + k]) << 16 |
               static_cast<cl_uint>(random[4 * i + k + 1]);
      };
      a[i] = i % 5 == 0 ? 0x8080'8080 : word(0);
      b[i] = word(2);
      more[i] = i % 4 == 1 ? CL_INT_MAX - 3 : i % 4 == 2 ? CL_INT_MIN + 3 : random[4 * i] - 30000;
      cl_long sum = more[i];
      for (unsigned k = 0; k < 32; k += 8)
        sum += cl_long{static_cast<cl_char>(a[i] >> k)} * cl_long{static_cast<cl_uchar>(b[i] >> k)};
      want[i] = static_cast<cl_int>(std::clamp<cl_long>(sum, CL_INT_MIN, CL_INT_MAX));
    }
    const auto out = bench.output<cl_int>(n);
    bench.run("dots", {n}, {64}, bench.input(a), bench.input(b), bench.input(more), out.buffer,
              static_cast<cl_uint>(n));
    bench.expect(out, want, fmt::format("n = {}", n));
  }
}
