#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

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
    const std::vector<double> want = pictures::filtered(
        in, s.width, weights, static_cast<std::size_t>(s.extent), pictures::Beyond::nothing);
    // Each with a pixel from global memory and a weight from local memory.
    const std::size_t products = pictures::pixels_of_tiles(s.width, s.height, 1, s.extent / 2);
    const std::size_t groups = ((wide + side - 1) / side) * ((high + side - 1) / side);
    const auto out = bench.output<float>(in.size());
    bench.run("filter", {wide, high}, {side, side}, bench.input(in), bench.input(weights),
              out.buffer, s.width, s.height);
    bench.expect(
        out, want, {2e-5, 0.0},
        fmt::format("{} x {} pixels, {} x {} weights", s.width, s.height, s.extent, s.extent),
        wide);
    bench.allow("filter", {.global_loads = products + groups * count, .global_stores = in.size()});
  }
}
