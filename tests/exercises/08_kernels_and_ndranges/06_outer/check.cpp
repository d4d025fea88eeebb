#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    std::size_t width, height;
  };
  for (const Size& s : bench.sizes_or_large<Size>(
           {Size{1, 1}, Size{64, 48}, Size{31, 17}, Size{5, 23}}, Size{1024, 1024})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const std::vector<float> u = bench.random(s.width), v = bench.random(s.height);
    std::vector<double> want;
    for (std::size_t y = 0; y < s.height; ++y)
      for (std::size_t x = 0; x < s.width; ++x)
        want.push_back(double{u[x]} * v[y]);
    const auto c = bench.output<float>(want.size());
    const std::size_t items = common::round_up((s.height + 3) / 4, 2); // with those below the table
    bench.run("outer", {s.width, items}, {8, 2}, bench.input(u), bench.input(v), c.buffer,
              static_cast<cl_uint>(s.width), static_cast<cl_uint>(s.height));
    bench.expect(c, want, {0.0, 1e-6}, fmt::format("{} x {}", s.width, s.height), s.width);
    bench.allow("outer",
                {.global_loads = s.width * (items + s.height), .global_stores = want.size()});
  }
}
