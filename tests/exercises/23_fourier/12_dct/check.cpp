#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Size = std::array<std::size_t, 2>;
  for (const auto& [width, height] : bench.sizes<Size>({{8, 8}, {24, 16}, {64, 40}}, {{16, 8}})) {
    const std::vector<float> in = bench.random(width * height, 0.0F, 1.0F);
    std::vector<double> want;
    const double pi = std::acos(-1.0);
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x) {
        const std::size_t u = x % 8, v = y % 8;
        double sum = 0.0;
        for (std::size_t j = 0; j < 8; ++j)
          for (std::size_t i = 0; i < 8; ++i)
            sum += in[(y - v + j) * width + x - u + i] * std::cos((2.0 * i + 1.0) * u * pi / 16.0) *
                   std::cos((2.0 * j + 1.0) * v * pi / 16.0);
        want.push_back(sum * (u == 0 ? std::sqrt(0.125) : 0.5) * (v == 0 ? std::sqrt(0.125) : 0.5));
      }
    const auto out = bench.output<float>(width * height);
    bench.run("dct8", {width, height}, {8, 8}, bench.input(in), out.buffer,
              static_cast<cl_int>(width), static_cast<cl_int>(height));
    bench.expect(out, want, {1e-5, 1e-5}, fmt::format("{} x {}", width, height), {width});
  }
}
