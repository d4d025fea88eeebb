#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height, radius;
  };
  for (const Size& s : {Size{1, 1, 2}, Size{31, 17, 2}, Size{5, 23, 1}, Size{64, 48, 6}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::vector<float> in = bench.random(wide * high);
    const std::vector<float> weights = bench.random(static_cast<std::size_t>(2 * s.radius + 1));
    const std::vector<double> want = pictures::filtered(
        in, s.width, pictures::both_ways(weights), weights.size(), pictures::Beyond::nearest_pixel);
    const auto middle = bench.output<float>(in.size()), out = bench.output<float>(in.size());
    const cl::Buffer pixels = bench.input(in), line = bench.input(weights);
    bench.run("columns", {wide, high}, {8, 4}, pixels, middle.buffer, line, s.radius, s.width,
              s.height);
    bench.run("rows", {wide, high}, {8, 4}, pixels, middle.buffer, out.buffer, line, s.radius,
              s.width, s.height);
    bench.expect(out, want, {1e-4, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius), wide);
  }
}
