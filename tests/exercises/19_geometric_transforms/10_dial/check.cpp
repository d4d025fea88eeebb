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
    float cx, cy, inner;
    int columns, rows;
  };
  for (const Case& k : {Case{21, 21, 10, 10, 3, 40, 6}, Case{31, 17, 15.25F, 7.5F, 0, 17, 9},
                        Case{9, 12, 2, 3, 1.5F, 30, 12}, Case{1, 1, 0, 0, 0, 4, 3}}) {
    const std::vector<float> in = bench.random(static_cast<std::size_t>(k.width * k.height));
    std::vector<double> want;
    for (int y = 0; y < k.rows; ++y)
      for (int x = 0; x < k.columns; ++x) {
        const double angle = 2 * std::acos(-1.0) * x / k.columns, radius = double{k.inner} + y;
        want.push_back(linear(in, k.width, k.height, k.cx + radius * std::cos(angle),
                              k.cy + radius * std::sin(angle)));
      }
    const auto out = bench.output<float>(want.size());
    bench.run("unroll", {static_cast<std::size_t>(k.columns), static_cast<std::size_t>(k.rows)},
              {8, 8}, bench.input(in), k.width, k.height, cl_float2{{k.cx, k.cy}}, k.inner,
              out.buffer, k.columns, k.rows);
    bench.expect(
        out, want, {1e-4, 0.0},
        fmt::format("{} x {} pixels, the ring around ({}, {})", k.width, k.height, k.cx, k.cy),
        static_cast<std::size_t>(k.columns));
  }
}
