#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t columns, rows, x, y, width, height;
  };
  for (const Case& c : {Case{3, 3, 1, 1, 2, 2}, Case{1, 1, 0, 0, 1, 1}, Case{31, 17, 5, 3, 20, 11},
                        Case{31, 17, 0, 16, 31, 1}, Case{8, 40, 7, 2, 1, 30}}) {
    const std::vector<float> picture = bench.random(c.columns * c.rows);
    std::vector<double> want;
    for (std::size_t row = c.y; row < c.y + c.height; ++row)
      for (std::size_t column = c.x; column < c.x + c.width; ++column)
        want.push_back(picture[row * c.columns + column]);
    bench.expect(
        window(bench.session.queue, bench.input(picture), c.columns, c.x, c.y, c.width, c.height),
        want, {}, fmt::format("{} x {} pixels at column {}, row {}", c.width, c.height, c.x, c.y),
        c.width);
  }
}
