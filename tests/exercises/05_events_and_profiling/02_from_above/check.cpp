#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, reach;
  };
  const std::vector<Case> all{{1, 3, 1}, {1, 1, 0}, {31, 17, 4}, {7, 5, 20}, {64, 40, 9}};
  for (const Case& c : bench.sizes<Case>(all, {all[0], all[1], all[3]})) {
    const auto n = static_cast<std::size_t>(c.width * c.height);
    const std::vector<float> picture = bench.random(n, 0.0F, 255.0F);
    std::vector<double> want;
    for (int row = 0; row < c.height; ++row)
      for (int column = 0; column < c.width; ++column) {
        double sum = 0.0;
        for (int y = row - c.reach; y <= row; ++y)
          sum += double{picture[static_cast<std::size_t>(std::max(y, 0) * c.width + column)]};
        want.push_back(sum / (c.reach + 1));
      }
    const auto out = bench.output<float>(n);
    bench.run("from_above", {n}, {64}, bench.input(picture), out.buffer, cl_int{c.width},
              cl_int{c.height}, cl_int{c.reach});
    bench.expect(out, want, {1e-3, 0.0},
                 fmt::format("{} x {} pixels, reach = {}", c.width, c.height, c.reach),
                 static_cast<std::size_t>(c.width));
    const std::size_t loads = n * static_cast<std::size_t>(c.reach + 1);
    bench.allow("from_above", {.global_loads = loads, .global_stores = n});
  }
}
