#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Size = std::pair<std::size_t, std::size_t>;
  for (const auto& [width, height] :
       bench.sizes(std::vector<Size>{{31, 17}, {64, 40}, {1, 9}, {9, 1}, {1, 1}},
                   std::vector<Size>{{7, 5}, {1, 3}})) {
    const std::vector<float> in = bench.random(width * height, -2.0F, -1.0F);
    std::vector<double> want(in.begin(), in.end());
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x)
        for (const auto& [dx, dy] : {Size{0, 1}, Size{2, 1}, Size{1, 0}, Size{1, 2}}) {
          const std::size_t column = x + dx - 1, row = y + dy - 1; // wraps around below 0
          if (column < width && row < height)
            want[y * width + x] = std::max(want[y * width + x], double{in[row * width + column]});
        }
    const auto out = bench.output<float>(width * height);
    bench.run("dilate", {width, height}, {8, 8}, bench.input(in), out.buffer,
              static_cast<cl_uint>(width), static_cast<cl_uint>(height));
    bench.expect(out, want, {}, fmt::format("{} x {}", width, height), width);
    bench.allow("dilate", {.global_loads = 5 * width * height, .global_stores = width * height});
  }
}
