#include "tools/exercise/check.hpp"
#include "tests/exercises/20_image_filters/filters.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  std::size_t side = 8;
  while (side * side > bench.group(64))
    side /= 2;
  struct Size {
    int width, height, radius;
  };
  for (const Size& s : bench.sizes_or_large<Size>(
           {Size{1, 1, 2}, Size{31, 17, 2}, Size{16, 24, 1}, Size{50, 33, 4}}, Size{320, 240, 4})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    bench.build_with(fmt::format("-D SIDE={} -D RADIUS={}", side, s.radius));
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    std::vector<float> in;
    for (const cl_int value : bench.random_ints(4 * wide * high, 0, 255))
      in.push_back(static_cast<float>(value));
    const auto out = bench.output<float>(in.size());
    bench.run("snn", {wide, high}, {side, side}, bench.input(in), out.buffer, s.width, s.height);
    bench.expect(out, filter_exercises::snn(in, s.width, s.height, s.radius), {1e-3, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius),
                 {wide, exercise::rgba});
    const std::size_t groups = ((wide + side - 1) / side) * ((high + side - 1) / side);
    const std::size_t tile = side + 2 * static_cast<std::size_t>(s.radius);
    const auto window = static_cast<std::size_t>((2 * s.radius + 1) * (2 * s.radius + 1));
    bench.allow("snn", {.global_loads = 4 * groups * tile * tile, // floats
                        .global_stores = in.size(),
                        .local_loads = in.size() * window});
  }
}
