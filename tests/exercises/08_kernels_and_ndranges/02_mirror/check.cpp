#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    std::size_t width, height;
  };
  for (const Size& s : {Size{1, 1}, Size{8, 6}, Size{64, 48}, Size{31, 17}, Size{5, 23}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const std::vector<float> in = bench.random(s.width * s.height);
    std::vector<double> want(in.size());
    for (std::size_t y = 0; y < s.height; ++y)
      for (std::size_t x = 0; x < s.width; ++x)
        want[y * s.width + x] = in[y * s.width + s.width - 1 - x];
    const auto out = bench.output<float>(in.size());
    bench.run("mirror", {s.width, s.height}, {16, 4}, bench.input(in), out.buffer,
              static_cast<cl_uint>(s.width), static_cast<cl_uint>(s.height));
    bench.expect(out, want, {}, fmt::format("{} x {} pixels", s.width, s.height), s.width);
  }
}
