#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height;
    float scale;
  };
  for (const Case& k : bench.sizes_or_large<Case>(
           {Case{1, 1, 1.0F}, Case{9, 7, 2.0F}, Case{11, 6, 3.5F}, Case{16, 13, 1.25F}},
           Case{160, 120, 2.0F})) {
    const std::vector<float> in =
        bench.random(static_cast<std::size_t>(4 * k.width * k.height), 0.0F, 1.0F);
    const int wide = static_cast<int>(k.width * k.scale),
              high = static_cast<int>(k.height * k.scale);
    const auto weight = [](double t) {
      t = std::fabs(t);
      return t < 1 ? (4 - 6 * t * t + 3 * t * t * t) / 6 : t < 2 ? std::pow(2 - t, 3) / 6 : 0.0;
    };
    std::vector<double> want;
    for (int y = 0; y < high; ++y)
      for (int x = 0; x < wide; ++x)
        for (int c = 0; c < 4; ++c) {
          const double u = x / double{k.scale}, v = y / double{k.scale};
          double sum = 0.0;
          for (int j = -1; j <= 2; ++j)
            for (int i = -1; i <= 2; ++i) {
              const double px = std::floor(u) + i, py = std::floor(v) + j;
              const int column = std::clamp(static_cast<int>(px), 0, k.width - 1);
              const int row = std::clamp(static_cast<int>(py), 0, k.height - 1);
              sum += weight(u - px) * weight(v - py) *
                     in[static_cast<std::size_t>(4 * (row * k.width + column) + c)];
            }
          want.push_back(sum);
        }
    const auto out = bench.output<float>(want.size());
    bench.run("enlarge", {static_cast<std::size_t>(wide), static_cast<std::size_t>(high)}, {8, 8},
              bench.image(in, static_cast<std::size_t>(k.width)), out.buffer, wide, high, k.scale);
    bench.expect(out, want, {1.0 / 64, 0.0},
                 fmt::format("{} x {} pixels, {} times as large", k.width, k.height, k.scale),
                 {static_cast<std::size_t>(wide), exercise::rgba});
    bench.allow("enlarge", {.global_stores = want.size(),
                            .image_reads = 4 * static_cast<std::size_t>(wide) *
                                           static_cast<std::size_t>(high)});
  }
}
