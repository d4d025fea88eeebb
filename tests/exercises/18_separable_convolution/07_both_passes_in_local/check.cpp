#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  std::size_t side = 8;
  while (side * side > bench.group(64))
    side /= 2;
  struct Case {
    int width, height, radius;
  };
  for (const Case& s : bench.sizes_or_large<Case>(
           {Case{1, 1, 3}, Case{31, 17, 1}, Case{16, 24, 3}, Case{70, 33, 5}}, Case{640, 480, 5})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    bench.build_with(fmt::format("-D SIDE={} -D RADIUS={}", side, s.radius));
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const auto taps = static_cast<std::size_t>(2 * s.radius + 1);
    const std::vector<float> in = bench.random(wide * high), weights = bench.random(taps);
    std::vector<double> want(in.size(), 0.0);
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        for (int j = -s.radius; j <= s.radius; ++j)
          for (int i = -s.radius; i <= s.radius; ++i)
            if (x + i >= 0 && x + i < s.width && y + j >= 0 && y + j < s.height)
              want[static_cast<std::size_t>(y * s.width + x)] +=
                  double{weights[static_cast<std::size_t>(s.radius + j)]} *
                  weights[static_cast<std::size_t>(s.radius + i)] *
                  in[static_cast<std::size_t>((y + j) * s.width + x + i)];
    const int step = static_cast<int>(side);
    std::size_t inside = 0; // the pixels of all tiles that exist
    for (int top = 0; top < s.height; top += step)
      for (int left = 0; left < s.width; left += step)
        for (int y = top - s.radius; y < top + step + s.radius; ++y)
          for (int x = left - s.radius; x < left + step + s.radius; ++x)
            inside += x >= 0 && x < s.width && y >= 0 && y < s.height ? 1 : 0;
    const std::size_t groups = ((wide + side - 1) / side) * ((high + side - 1) / side);
    const std::size_t products = groups * taps * (side * (side + taps - 1) + side * side);
    const auto out = bench.output<float>(in.size());
    bench.run("blur", {wide, high}, {side, side}, bench.input(in), bench.input(weights), out.buffer,
              s.width, s.height);
    bench.expect(out, want, {1e-4, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius), wide);
    bench.allow("blur", {.global_loads = inside,
                         .global_stores = in.size(),
                         .constant_loads = products,
                         .local_loads = products});
  }
}
