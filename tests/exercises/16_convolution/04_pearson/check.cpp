#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    std::size_t width, height;
  };
  const std::vector<float> shape = bench.random(9);
  for (const Size& s : {Size{3, 3}, Size{31, 17}, Size{8, 23}, Size{64, 48}}) {
    if (bench.in_simulator && s.height > 17)
      continue;
    std::vector<float> in = bench.random(s.width * s.height);
    // The template, brighter and with more contrast, and faint; and a patch that is even.
    if (s.width > 20) {
      for (std::size_t i = 0; i < 9; ++i) {
        in[(5 + i / 3) * s.width + 4 + i % 3] = 7.0F + 3.0F * shape[i];
        in[(5 + i / 3) * s.width + 12 + i % 3] = 0.2F + 0.001F * shape[i];
      }
      for (std::size_t i = 0; i < 16; ++i)
        in[(10 + i / 4) * s.width + 12 + i % 4] = 0.5F;
    }
    const std::size_t wide = s.width - 2, high = s.height - 2;
    std::vector<double> want;
    for (std::size_t y = 0; y < high; ++y)
      for (std::size_t x = 0; x < wide; ++x) {
        double p_mean = 0.0, t_mean = 0.0, pt = 0.0, pp = 0.0, tt = 0.0;
        const auto pixel = [&](std::size_t i) {
          return double{in[(y + i / 3) * s.width + x + i % 3]};
        };
        for (std::size_t i = 0; i < 9; ++i) {
          p_mean += pixel(i) / 9.0;
          t_mean += shape[i] / 9.0;
        }
        for (std::size_t i = 0; i < 9; ++i) {
          pt += (pixel(i) - p_mean) * (shape[i] - t_mean);
          pp += (pixel(i) - p_mean) * (pixel(i) - p_mean);
          tt += (shape[i] - t_mean) * (shape[i] - t_mean);
        }
        want.push_back(pp * tt > 1e-10 ? pt / std::sqrt(pp * tt) : 0.0);
      }
    const auto out = bench.output<float>(want.size());
    bench.run("correlation", {wide, high}, {8, 4}, bench.input(in), bench.input(shape), out.buffer,
              static_cast<cl_int>(s.width), static_cast<cl_int>(s.height));
    bench.expect(out, want, {1e-4, 0.0}, fmt::format("{} x {} pixels", s.width, s.height), wide);
  }
}
