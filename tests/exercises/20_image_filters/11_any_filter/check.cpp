#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height, rows, columns;
    float offset;
  };
  for (const Size& s : {Size{1, 1, 3, 3, 0.0F}, Size{31, 17, 3, 5, 0.5F}, Size{9, 23, 4, 1, 0.0F},
                        Size{40, 30, 2, 6, -0.25F}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::vector<float> in = bench.random(4 * wide * high, 0.0F, 1.0F);
    std::vector<float> weights = bench.random(static_cast<std::size_t>(s.rows * s.columns));
    for (float& weight : weights) // so that few results are cut off
      weight /= static_cast<float>(s.rows);
    std::vector<double> want;
    const auto at = [&](int x, int y, int c) {
      return double{in[static_cast<std::size_t>(
          4 * (std::clamp(y, 0, s.height - 1) * s.width + std::clamp(x, 0, s.width - 1)) + c)]};
    };
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        for (int c = 0; c < 4; ++c) {
          double sum = s.offset;
          for (int j = 0; j < s.rows; ++j)
            for (int i = 0; i < s.columns; ++i)
              sum += double{weights[static_cast<std::size_t>(j * s.columns + i)]} *
                     at(x + i - s.columns / 2, y + j - s.rows / 2, c);
          want.push_back(c == 3 ? at(x, y, 3) : std::clamp(sum, 0.0, 1.0));
        }
    const auto out = bench.output<float>(in.size());
    bench.run("filter", {wide, high}, {8, 4}, bench.image(in, wide), out.buffer,
              bench.input(weights), s.rows, s.columns, s.offset);
    bench.expect(out, want, {1e-5, 0.0},
                 fmt::format("{} x {} pixels, {} rows and {} columns of weights", s.width, s.height,
                             s.rows, s.columns),
                 {wide, exercise::rgba});
  }
}
