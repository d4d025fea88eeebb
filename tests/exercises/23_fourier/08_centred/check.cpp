#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Size = std::array<std::size_t, 2>;
  for (const auto& [width, height] :
       bench.sizes<Size>({{1, 1}, {5, 3}, {32, 21}, {63, 64}}, {{5, 3}})) {
    const std::vector<float> X = bench.random(2 * width * height, -100.0F, 100.0F);
    std::vector<double> want(width * height);
    for (std::size_t v = 0; v < height; ++v)
      for (std::size_t u = 0; u < width; ++u) {
        const std::size_t at = 2 * (v * width + u);
        want[(v + height / 2) % height * width + (u + width / 2) % width] =
            std::log1p(std::hypot(double{X[at]}, double{X[at + 1]}));
      }
    const auto out = bench.output<float>(width * height);
    bench.run("centred", {width, height}, {8, 8}, bench.input(X), out.buffer,
              static_cast<cl_int>(width), static_cast<cl_int>(height));
    bench.expect(out, want, {1e-5, 1e-5}, fmt::format("{} x {}", width, height), {width});
  }
}
