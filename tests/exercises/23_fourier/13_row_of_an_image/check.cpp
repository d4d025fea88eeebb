#include "tools/exercise/check.hpp"
#include "tests/exercises/23_fourier/dft.hpp"

#include <fmt/format.h>

using fourier_exercises::dft;

EXERCISE_CHECK(bench) {
  bench.need_images();
  using Size = std::array<std::size_t, 2>;
  for (const auto& [width, height] :
       bench.sizes<Size>({{8, 8}, {5, 3}, {3, 17}, {64, 2}}, {{5, 3}, {4, 4}})) {
    const std::vector<float> rgba = bench.random(4 * width * height);
    for (const std::size_t row : {std::size_t{0}, height - 1}) {
      std::vector<double> re, im;
      for (std::size_t x = 0; x < width; ++x) {
        re.push_back(rgba[4 * (row * width + x)]);
        im.push_back(rgba[4 * (row * width + x) + 1]);
      }
      const auto out = bench.output<float>(2 * width);
      bench.run("row_of_image", {width}, {16}, bench.image(rgba, width), static_cast<cl_int>(row),
                out.buffer);
      bench.expect(out, dft(re, im, -1), {1e-4, 1e-5},
                   fmt::format("{} x {}, row {}", width, height, row));
    }
  }
}
