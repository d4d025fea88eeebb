#include "tools/exercise/check.hpp"
#include "tests/exercises/20_image_filters/filters.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height, radius;
  };
  for (const Size& s : {Size{1, 1, 2}, Size{31, 17, 2}, Size{5, 23, 1}, Size{40, 30, 4}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    std::vector<float> in;
    for (const cl_int value :
         bench.random_ints(static_cast<std::size_t>(4 * s.width * s.height), 0, 15))
      in.push_back(static_cast<float>(value)); // few values: many are equally near
    const auto out = bench.output<float>(in.size());
    bench.run("snn", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)},
              {8, 4}, bench.input(in), out.buffer, s.width, s.height, s.radius);
    bench.expect(out, filter_exercises::snn(in, s.width, s.height, s.radius), {1e-4, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius),
                 {static_cast<std::size_t>(s.width), exercise::rgba});
  }
}
