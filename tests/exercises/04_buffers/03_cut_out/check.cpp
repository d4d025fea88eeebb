#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t columns, rows, x, y, width, height;
  };
  const std::vector<Case> all{{3, 3, 1, 1, 2, 2},      {1, 1, 0, 0, 1, 1},
                              {31, 17, 5, 3, 20, 11},  {31, 17, 0, 16, 31, 1},
                              {8, 40, 7, 2, 1, 30},    {100, 70, 13, 9, 80, 60},
                              {3, 400, 1, 20, 2, 370}, {400, 3, 20, 1, 370, 2}};
  for (const Case& c : bench.sizes<Case>(all, {all[0], all[1], all[2], all[4]})) {
    const std::vector<float> picture = bench.random(c.columns * c.rows);
    std::vector<double> want;
    for (std::size_t row = c.y; row < c.y + c.height; ++row)
      for (std::size_t column = c.x; column < c.x + c.width; ++column)
        want.push_back(picture[row * c.columns + column]);
    const std::size_t n = c.width * c.height;
    const auto window = bench.output<float>(n);
    bench.run("cut_out", {n}, {64}, bench.input(picture), static_cast<cl_uint>(c.columns),
              static_cast<cl_uint>(c.x), static_cast<cl_uint>(c.y), window.buffer,
              static_cast<cl_uint>(c.width), static_cast<cl_uint>(c.height));
    bench.expect(window, want, {},
                 fmt::format("{} x {} pixels at column {}, row {}", c.width, c.height, c.x, c.y),
                 c.width);
    bench.allow("cut_out", {.global_loads = n, .global_stores = n});
  }
}
