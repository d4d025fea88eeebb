#include "tools/exercise/check.hpp"

#include <cstring>
#include <fmt/format.h>
#include <random>

EXERCISE_CHECK(bench) {
  const auto number = [](cl_ulong bits) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  };
  std::mt19937_64 random(static_cast<std::uint64_t>(bench.random_ints(1, 0, 1'000'000)[0]));
  for (const std::size_t n : bench.sizes({1, 31, 1000, 20000}, {1, 31})) {
    std::vector<cl_ulong> a(n), b(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto draw = [&](std::size_t few) {
        cl_ulong bits = (random() & 0x800f'ffff'ffff'ffff) | (983 + random() % 81) << 52;
        if (i % few == 0)
          bits &= 0xffff'ffff'f000'0000; // few digits
        return bits;
      };
      a[i] = draw(3);
      b[i] = draw(2);
      if (i % 13 == 4)
        b[i] &= 0xfff0'0000'0000'0000; // a power of 2
      if (i % 19 == 5)
        a[i] = b[i];    // 1
      if (i % 7 == 6) { // nearly half-way between two doubles, and just below 2
        a[i] = (a[i] | 0x000f'ffff'ffff'fff0) - random() % 16;
        b[i] = (b[i] & 0xfff0'0000'0000'0000) | random() % 4;
      }
      if (i % 17 == 3)
        a[i] &= 0x8000'0000'0000'0000; // 0 or -0
    }
    const auto out = bench.output<cl_ulong>(n);
    bench.run("quotients", {n}, {64}, bench.input(a), bench.input(b), out.buffer,
              static_cast<cl_uint>(n));
    const auto got = bench.read(out, fmt::format("n = {}", n));
    for (std::size_t i = 0; i < n; ++i) {
      const double quotient = number(a[i]) / number(b[i]);
      cl_ulong want = 0;
      std::memcpy(&want, &quotient, sizeof want);
      bench.expect(got[i] == want,
                   fmt::format("n = {}, number {}: {:#x} / {:#x} is {:#x}, and not {:#x}.", n, i,
                               a[i], b[i], want, got[i]));
    }
  }
}
