#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
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
        want.push_back(pictures::linear(in, k.width, k.height, k.cx + radius * std::cos(angle),
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
