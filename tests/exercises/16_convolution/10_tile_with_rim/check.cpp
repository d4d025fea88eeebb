#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  std::size_t side = bench.in_simulator ? 8 : 16;
  while (side * side > bench.group(256))
    side /= 2;
  if (side < 2)
    throw common::Skip("the work-groups of this device are too small for a tile.");
  bench.build_with(fmt::format("-D SIDE={}", side));
  struct Size {
    int width, height;
  };
  for (const Size& s : bench.sizes_or_large<Size>(
           {Size{1, 1}, Size{31, 17}, Size{16, 16}, Size{70, 33}}, Size{1024, 768})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::vector<float> in = bench.random(wide * high);
    std::vector<double> want(in.size(), 0.0);
    std::size_t loads = 0; // each group reads the part of its tile that is inside
    const int step = static_cast<int>(side);
    for (int top = 0; top < s.height; top += step)
      for (int left = 0; left < s.width; left += step)
        for (int y = top - 1; y <= top + step; ++y)
          for (int x = left - 1; x <= left + step; ++x)
            loads += x >= 0 && x < s.width && y >= 0 && y < s.height ? 1 : 0;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        for (int py = y - 1; py <= y + 1; ++py)
          for (int px = x - 1; px <= x + 1; ++px)
            if (px >= 0 && px < s.width && py >= 0 && py < s.height)
              want[static_cast<std::size_t>(y * s.width + x)] +=
                  in[static_cast<std::size_t>(py * s.width + px)] / 9.0;
    const auto out = bench.output<float>(in.size());
    bench.run("mean", {wide, high}, {side, side}, bench.input(in), out.buffer, s.width, s.height);
    bench.expect(out, want, {1e-6, 0.0}, fmt::format("{} x {} pixels", s.width, s.height), wide);
    bench.allow("mean", {.global_loads = loads, .global_stores = in.size()});
  }
}
