#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto value = [](int bits) { // normal halves
    const double size = std::ldexp(1024 + (bits & 0x3ff), (bits >> 10 & 0x1f) - 25);
    return bits & 0x8000 ? -size : size;
  };
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    std::vector<cl_ushort> a(n), b(n);
    std::vector<double> want(n);
    const auto random = bench.random_ints(4 * n, 0, 0xffff);
    for (std::size_t i = 0; i < n; ++i) {
      // the exponents 15 to 18: numbers from 1 to 16, whose mean is a normal half, or 0
      a[i] = static_cast<cl_ushort>((random[i] & 0x83ff) | (15 + random[n + i] % 4) << 10);
      b[i] =
          static_cast<cl_ushort>((random[2 * n + i] & 0x83ff) | (15 + random[3 * n + i] % 4) << 10);
      const double mean = (value(a[i]) + value(b[i])) / 2;
      int exponent = 0;
      std::frexp(mean, &exponent);
      const double unit = std::ldexp(1, std::max(exponent - 11, -24)); // of the last digit
      want[i] = std::nearbyint(mean / unit) * unit;
    }
    const auto out = bench.output<cl_ushort>(n);
    bench.run("half_way", {n}, {64}, bench.input(a), bench.input(b), out.buffer,
              static_cast<cl_uint>(n));
    const auto got = bench.read(out);
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) {
      const int exponent = got[i] >> 10 & 0x1f;
      values[i] = static_cast<float>(exponent > 0 ? value(got[i])
                                                  : std::ldexp(got[i] & 0x3ff, -24) *
                                                        (got[i] & 0x8000 ? -1 : 1));
    }
    bench.expect(values, want, {}, fmt::format("n = {}", n));
  }
}
