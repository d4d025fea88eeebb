#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, radius;
  };
  const int segment = 8;
  for (const Case& s :
       bench.sizes_or_large<Case>({Case{1, 1, 2}, Case{31, 5, 3}, Case{5, 3, 9}, Case{200, 40, 12}},
                                  Case{1024, 768, 12})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    bench.build_with(fmt::format("-D SEGMENT={} -D RADIUS={}", segment, s.radius));
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::vector<float> in = bench.random(wide * high);
    std::vector<double> want(in.size(), 0.0);
    std::size_t loads = 0;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x) {
        loads += static_cast<std::size_t>(x % segment == 0 ? 2 * s.radius + 1 : 2);
        for (int i = -s.radius; i <= s.radius; ++i)
          want[static_cast<std::size_t>(y * s.width + x)] +=
              in[static_cast<std::size_t>(y * s.width + std::clamp(x + i, 0, s.width - 1))];
      }
    const auto out = bench.output<float>(in.size());
    // One more column of work-items than there are segments.
    bench.run("rows", {wide / segment + 2, high}, {4, 4}, bench.input(in), out.buffer, s.width,
              s.height);
    bench.expect(out, want, {1e-4, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius), wide);
    bench.allow("rows", {.global_loads = loads, .global_stores = in.size()});
  }
}
