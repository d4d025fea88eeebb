#include "tools/exercise/check.hpp"

#include <bitset>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
    std::vector<cl_uint> a(n), b(n);
    const std::vector<cl_int> x = bench.random_ints(n, -2147483647, 2147483647);
    const std::vector<cl_int> y = bench.random_ints(n, -2147483647, 2147483647);
    std::vector<cl_int> want(n);
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = static_cast<cl_uint>(x[i]);
      b[i] = i % 7 == 1 ? a[i] : i % 7 == 2 ? ~a[i] : static_cast<cl_uint>(y[i]);
      want[i] = 32 - static_cast<cl_int>(std::bitset<32>(a[i] ^ b[i]).count());
    }
    const auto out = bench.output<cl_int>(n);
    bench.run("common_bits", {n}, {64}, bench.input(a), bench.input(b), out.buffer,
              static_cast<cl_uint>(n));
    bench.expect(out, want, fmt::format("n = {}", n), exercise::Layout().from("a", a).from("b", b));
    bench.allow("common_bits", {.global_loads = 2 * n, .global_stores = n});
  }
}
