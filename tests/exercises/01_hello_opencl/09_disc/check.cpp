#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    cl_uint width, height;
    float radius;
  };
  // Radii that no pixel's centre lies exactly at.
  const std::vector<Case> cases{{5, 3, 1.2F}, {31, 17, 6.3F}, {1, 1, 0.3F}, {100, 41, 30.7F}};
  const std::size_t most = bench.sizes({4}, {2}).front(); // fewer of them in the simulator
  for (std::size_t k = 0; k < most; ++k) {
    const auto [width, height, radius] = cases[k];
    std::vector<cl_int> want;
    for (cl_uint row = 0; row < height; ++row)
      for (cl_uint column = 0; column < width; ++column) {
        const double dx = column + 0.5 - 0.5 * width, dy = row + 0.5 - 0.5 * height;
        want.push_back(dx * dx + dy * dy <= double{radius} * radius ? 255 : 0);
      }
    const auto pixels = bench.output<cl_uchar>(want.size());
    bench.run("disc", {width, height}, {8, 8}, pixels.buffer, width, height, radius);
    const std::string where = fmt::format("{} x {} pixels, radius {}", width, height, radius);
    const std::vector<cl_uchar> got = bench.read(pixels);
    bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, where,
                 exercise::Layout(width).picture());
  }
}
