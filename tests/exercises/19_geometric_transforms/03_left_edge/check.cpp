#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  // Four pixels around (u, v); outside is 0.
  const auto linear = [](const std::vector<float>& in, int width, int height, double u, double v) {
    const double left = std::floor(u), top = std::floor(v);
    const auto pixel = [&](double x, double y) {
      return x >= 0 && y >= 0 && x < width && y < height
                 ? double{in[static_cast<std::size_t>(y * width + x)]}
                 : 0.0;
    };
    const double a = u - left, b = v - top;
    return (1 - b) * ((1 - a) * pixel(left, top) + a * pixel(left + 1, top)) +
           b * ((1 - a) * pixel(left, top + 1) + a * pixel(left + 1, top + 1));
  };

  struct Case {
    int width, height;
    float dx, dy;
  };
  for (const Case& s :
       {Case{1, 1, -0.25F, 0.5F}, Case{9, 7, 0.25F, 0.75F}, Case{31, 17, -0.75F, -1.5F},
        Case{12, 20, 0.0F, -0.125F}, Case{33, 8, 40.0F, -20.0F}}) {
    const std::vector<float> in = bench.random(static_cast<std::size_t>(s.width * s.height));
    std::vector<double> want;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        want.push_back(linear(in, s.width, s.height, x + double{s.dx}, y + double{s.dy}));
    const auto out = bench.output<float>(in.size());
    bench.run("shift", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)},
              {8, 8}, bench.input(in), out.buffer, s.width, s.height, s.dx, s.dy);
    bench.expect(out, want, {1e-5, 0.0},
                 fmt::format("{} x {} pixels, moved by ({}, {})", s.width, s.height, s.dx, s.dy),
                 static_cast<std::size_t>(s.width));
  }
}
