#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

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
    const std::vector<double> want = pictures::filtered(
        in, s.width, std::vector<double>(9, 1.0 / 9.0), 3, pictures::Beyond::nothing);
    const auto out = bench.output<float>(in.size());
    bench.run("mean", {wide, high}, {side, side}, bench.input(in), out.buffer, s.width, s.height);
    bench.expect(out, want, {1e-6, 0.0}, fmt::format("{} x {} pixels", s.width, s.height), wide);
    bench.allow("mean", {.global_loads = pictures::pixels_of_tiles(s.width, s.height,
                                                                   static_cast<int>(side), 1),
                         .global_stores = in.size()});
  }
}
