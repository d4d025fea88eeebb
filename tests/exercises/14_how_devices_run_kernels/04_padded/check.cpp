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
    std::size_t width, height;
  };
  for (const Size& s : {Size{1, 1}, Size{31, 17}, Size{16, 16}, Size{70, 33}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const std::vector<float> in = bench.random(s.width * s.height);
    std::vector<double> want(in.size());
    for (std::size_t y = 0; y < s.height; ++y)
      for (std::size_t x = 0; x < s.width; ++x)
        want[x * s.height + y] = in[y * s.width + x];
    const auto out = bench.output<float>(in.size());
    bench.run("transpose", {s.width, s.height}, {side, side}, bench.input(in), out.buffer,
              cl::Local(side * (side + 1) * sizeof(float)), static_cast<cl_uint>(s.width),
              static_cast<cl_uint>(s.height));
    bench.expect(out, want, {}, fmt::format("{} x {} numbers", s.width, s.height), s.height);
    bench.allow("transpose", {.global_loads = in.size(), .global_stores = in.size()});
  }
}
