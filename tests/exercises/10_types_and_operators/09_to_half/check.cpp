#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto half_of = [](float x) {
    if (std::isnan(x))
      return 0x7e00;
    const int sign = std::signbit(x) ? 0x8000 : 0;
    const double size = std::abs(double{x});
    if (size >= 65520)
      return sign | 0x7c00;
    if (size < std::ldexp(1.0, -14)) // in steps of 2^-24
      return sign | static_cast<int>(std::nearbyint(std::ldexp(size, 24)));
    const int exponent = std::ilogb(size);
    const int steps =
        static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent))); // 1024 to 2048
    return sign | (((exponent + 15) << 10) + steps - 1024);
  };
  const std::string source = bench.program().getInfo<CL_PROGRAM_SOURCE>();
  for (const char* function : {"vstore_half", "vstorea_half", "convert_half"})
    bench.expect(source.find(std::string(function) + "(") == std::string::npos &&
                     source.find(std::string(function) + "_r") == std::string::npos,
                 fmt::format("{} does the work here: write it with integer operations.", function));

  std::vector<float> in{1.0F,    -1.0F,     0.0F,    -0.0F,    0.1F,      1.0F / 3, 2048,
                        2049,    2051,      2050.5F, 4095.9F,  65504,     65519.9F, 65520,
                        -65520,  1e6F,      -1e38F,  INFINITY, -INFINITY, NAN,      1e-4F,
                        6.1e-5F, 6.103e-5F, 3e-8F,   2.9e-8F,  1e-8F,     1e-40F,   -3e-8F};
  for (int k = -30; k < 18; ++k) // ties, and their neighbours, everywhere
    for (const float step : {1.0F, 1.5F, 1.00048828125F, 1.00146484375F, 1.99951171875F}) {
      const float x = std::ldexp(step, k);
      in.insert(in.end(), {x, std::nextafter(x, 0.0F), -std::nextafter(x, INFINITY)});
    }
  for (const float x : bench.random(bench.in_simulator ? 20 : 3000))
    for (const float scale : {1.0F, 1e-5F, 1e5F})
      in.push_back(scale * x);
  std::vector<cl_int> want;
  std::transform(in.begin(), in.end(), std::back_inserter(want), half_of);
  for (const std::size_t n : bench.sizes({in.size(), 31, 1}, {in.size(), 1})) {
    const auto out = bench.output<cl_ushort>(n);
    bench.run("pack", {n}, {64}, bench.input(std::vector<float>(in.begin(), in.begin() + n)),
              out.buffer, static_cast<cl_uint>(n));
    const std::vector<cl_ushort> got = bench.read(out);
    for (std::size_t i = 0; i < n; ++i) {
      const bool right = std::isnan(in[i]) ? (got[i] & 0x7c00) == 0x7c00 && (got[i] & 0x3ff) != 0
                                           : got[i] == want[i];
      bench.expect(right, fmt::format("n = {}: {} is stored as {:#06x} and should be {:#06x}.", n,
                                      in[i], got[i], want[i]));
    }
    bench.allow("pack", {.global_loads = n});
  }
}
