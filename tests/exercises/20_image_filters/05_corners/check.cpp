#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  std::size_t side = 8;
  while (side * side > bench.group(64))
    side /= 2;
  struct Size {
    int width, height, radius;
  };
  for (const Size& s : {Size{1, 1, 1}, Size{31, 17, 2}, Size{16, 24, 1}, Size{70, 33, 3}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const int radius = std::min(s.radius, static_cast<int>(side));
    bench.build_with(fmt::format("-D SIDE={} -D RADIUS={}", side, radius));
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::vector<float> in = bench.random(wide * high);
    std::vector<double> want(in.size(), -HUGE_VAL);
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        for (int j = -radius; j <= radius; ++j)
          for (int i = -radius; i <= radius; ++i) {
            double& most = want[static_cast<std::size_t>(y * s.width + x)];
            most = std::max(
                most,
                double{in[static_cast<std::size_t>(std::clamp(y + j, 0, s.height - 1) * s.width +
                                                   std::clamp(x + i, 0, s.width - 1))]});
          }
    const std::size_t groups = ((wide + side - 1) / side) * ((high + side - 1) / side);
    const std::size_t tile = side + 2 * static_cast<std::size_t>(radius);
    const auto out = bench.output<float>(in.size());
    bench.run("largest", {wide, high}, {side, side}, bench.input(in), out.buffer, s.width,
              s.height);
    bench.expect(out, want, {0.0, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, radius), wide);
    bench.allow("largest", {.global_loads = groups * tile * tile, .global_stores = in.size()});
  }
}
