#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height, radius;
  };
  for (const Size& s : {Size{1, 1, 3}, Size{31, 17, 2}, Size{5, 23, 0}, Size{64, 48, 8}}) {
    if (bench.in_simulator && s.height > 23)
      continue;
    const auto pixels = static_cast<std::size_t>(s.width * s.height);
    const std::vector<float> in = bench.random(pixels);
    const std::vector<float> weights = bench.random(static_cast<std::size_t>(s.radius + 1));
    std::vector<float> column(weights.rbegin(), weights.rend()); // both halves
    column.insert(column.end(), weights.begin() + 1, weights.end());
    const std::vector<double> want =
        pictures::filtered(in, s.width, column, 1, pictures::Beyond::nearest_pixel);
    const auto out = bench.output<float>(pixels);
    bench.run("columns", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)},
              {8, 4}, bench.input(in), bench.input(weights), s.radius, out.buffer, s.width,
              s.height);
    bench.expect(out, want, {1e-5, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius),
                 static_cast<std::size_t>(s.width));
  }
}
