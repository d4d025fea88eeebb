#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height;
    float dx, dy;
  };
  for (const Case& s :
       {Case{1, 1, -0.25F, 0.5F}, Case{9, 7, 0.25F, 0.75F}, Case{31, 17, -0.75F, -1.5F},
        Case{12, 20, 0.0F, -0.125F}, Case{33, 8, 40.0F, -20.0F}}) {
    const std::vector<float> in = bench.random(static_cast<std::size_t>(s.width * s.height));
    std::vector<double> want;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        want.push_back(pictures::linear(in, s.width, s.height, x + double{s.dx}, y + double{s.dy}));
    const auto out = bench.output<float>(in.size());
    bench.run("shift", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)},
              {8, 8}, bench.input(in), out.buffer, s.width, s.height, s.dx, s.dy);
    bench.expect(out, want, {1e-5, 0.0},
                 fmt::format("{} x {} pixels, moved by ({}, {})", s.width, s.height, s.dx, s.dy),
                 static_cast<std::size_t>(s.width));
  }
}
