#include "tools/exercise/check.hpp"
#include "tests/exercises/23_fourier/dft.hpp"

#include <fmt/format.h>

using fourier_exercises::dft;

EXERCISE_CHECK(bench) {
  using Size = std::array<std::size_t, 2>;
  for (const Size& size : bench.sizes<Size>({{1, 1}, {5, 3}, {32, 20}, {7, 64}}, {{5, 3}}))
    for (const int axis : {0, 1}) {
      const std::size_t width = size[0], height = size[1];
      const std::vector<float> z = bench.random(2 * width * height);
      std::vector<double> want(2 * width * height);
      const std::size_t n = axis == 0 ? width : height, lines = axis == 0 ? height : width;
      for (std::size_t l = 0; l < lines; ++l) {
        const auto at = [&](std::size_t i) { return axis == 0 ? l * width + i : i * width + l; };
        std::vector<double> re, im;
        for (std::size_t i = 0; i < n; ++i) {
          re.push_back(z[2 * at(i)]);
          im.push_back(z[2 * at(i) + 1]);
        }
        const std::vector<double> line = dft(re, im, -1);
        for (std::size_t i = 0; i < 2 * n; ++i)
          want[2 * at(i / 2) + i % 2] = line[i];
      }
      const auto out = bench.output<float>(2 * width * height);
      bench.run("along", {width, height}, {8, 8}, bench.input(z), out.buffer,
                static_cast<cl_int>(width), static_cast<cl_int>(height), cl_int{axis});
      bench.expect(out, want, {1e-4, 1e-5}, fmt::format("{} x {}, axis {}", width, height, axis));
    }
}
