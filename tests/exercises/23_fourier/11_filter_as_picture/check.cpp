#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Size = std::array<std::size_t, 4>;
  for (const auto& [width, height, rx, ry] : bench.sizes<Size>(
           {{1, 1, 0, 0}, {8, 5, 1, 2}, {32, 20, 3, 1}, {7, 9, 3, 4}}, {{8, 5, 1, 2}})) {
    const std::vector<float> weights = bench.random((2 * rx + 1) * (2 * ry + 1));
    std::vector<double> want(2 * width * height);
    for (std::size_t j = 0; j < 2 * ry + 1; ++j)
      for (std::size_t i = 0; i < 2 * rx + 1; ++i)
        want[2 * ((j + height - ry) % height * width + (i + width - rx) % width)] =
            weights[j * (2 * rx + 1) + i];
    const auto out = bench.output<float>(2 * width * height);
    bench.run("placed", {width, height}, {8, 8}, bench.input(weights), static_cast<cl_int>(rx),
              static_cast<cl_int>(ry), out.buffer, static_cast<cl_int>(width),
              static_cast<cl_int>(height));
    bench.expect(out, want, {0.0, 1e-6},
                 fmt::format("{} x {}, radius {} x {}", width, height, rx, ry));
  }
}
