#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

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
    const std::vector<double> want = pictures::filtered(in, s.width, pictures::both_ways(weights),
                                                        taps, pictures::Beyond::nothing);
    const std::size_t groups = ((wide + side - 1) / side) * ((high + side - 1) / side);
    const std::size_t products = groups * taps * (side * (side + taps - 1) + side * side);
    const auto out = bench.output<float>(in.size());
    bench.run("blur", {wide, high}, {side, side}, bench.input(in), bench.input(weights), out.buffer,
              s.width, s.height);
    bench.expect(out, want, {1e-4, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius), wide);
    bench.allow("blur", {.global_loads = pictures::pixels_of_tiles(
                             s.width, s.height, static_cast<int>(side), s.radius),
                         .global_stores = in.size(),
                         .constant_loads = products,
                         .local_loads = products});
  }
}
