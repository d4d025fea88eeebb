#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(16);
  struct Case {
    int width, height, radius;
  };
  for (const Case& s : bench.sizes_or_large<Case>(
           {Case{1, 1, 3}, Case{31, 7, 1}, Case{48, 5, 9}, Case{70, 33, 5}}, Case{640, 480, 8})) {
    if (bench.in_simulator && s.height > 7)
      continue;
    bench.build_with(fmt::format("-D LINE={} -D RADIUS={}", group, s.radius));
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const auto taps = static_cast<std::size_t>(2 * s.radius + 1);
    const std::vector<float> in = bench.random(wide * high), weights = bench.random(taps);
    const std::vector<double> want =
        pictures::filtered(in, s.width, weights, taps, pictures::Beyond::nothing);
    const std::size_t groups = (wide + group - 1) / group * high;
    std::size_t pixels = 0; // of the tiles of one row
    for (int left = 0; left < s.width; left += static_cast<int>(group))
      pixels +=
          static_cast<std::size_t>(std::min(s.width, left + static_cast<int>(group) + s.radius) -
                                   std::max(0, left - s.radius));
    const auto out = bench.output<float>(in.size());
    bench.run("rows", {wide, high}, {group, 1}, bench.input(in), bench.input(weights), out.buffer,
              s.width, s.height);
    bench.expect(out, want, {1e-4, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius), wide);
    bench.allow("rows",
                {.global_loads = pixels * high + groups * taps, .global_stores = in.size()});
  }
}
