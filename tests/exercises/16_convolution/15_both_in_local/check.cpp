#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  std::size_t side = 8;
  while (side * side > bench.group(64))
    side /= 2;
  struct Case {
    int width, height, extent;
  };
  for (const Case& s : bench.sizes_or_large<Case>(
           {Case{1, 1, 9}, Case{31, 17, 3}, Case{16, 16, 9}, Case{70, 33, 9}}, Case{640, 480, 9})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    bench.build_with(fmt::format("-D SIDE={} -D EXTENT={}", side, s.extent));
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const auto count = static_cast<std::size_t>(s.extent * s.extent);
    const std::vector<float> in = bench.random(wide * high), weights = bench.random(count);
    std::vector<double> want(in.size(), 0.0);
    std::size_t inside = 0; // the pixels of all tiles that exist
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        for (int j = 0; j < s.extent; ++j)
          for (int i = 0; i < s.extent; ++i) {
            const int px = x + i - s.extent / 2, py = y + j - s.extent / 2;
            if (px < 0 || px >= s.width || py < 0 || py >= s.height)
              continue;
            want[static_cast<std::size_t>(y * s.width + x)] +=
                double{weights[static_cast<std::size_t>(j * s.extent + i)]} *
                in[static_cast<std::size_t>(py * s.width + px)];
          }
    const std::size_t groups = ((wide + side - 1) / side) * ((high + side - 1) / side);
    const int step = static_cast<int>(side), rim = s.extent / 2;
    for (int top = 0; top < s.height; top += step)
      for (int left = 0; left < s.width; left += step)
        for (int y = top - rim; y < top + step + rim; ++y)
          for (int x = left - rim; x < left + step + rim; ++x)
            inside += x >= 0 && x < s.width && y >= 0 && y < s.height ? 1 : 0;
    const auto out = bench.output<float>(in.size());
    bench.run("filter", {wide, high}, {side, side}, bench.input(in), bench.input(weights),
              out.buffer, s.width, s.height);
    bench.expect(
        out, want, {2e-5, 0.0},
        fmt::format("{} x {} pixels, {} x {} weights", s.width, s.height, s.extent, s.extent),
        wide);
    bench.allow("filter", {.global_loads = inside + groups * count, .global_stores = in.size()});
  }
}
