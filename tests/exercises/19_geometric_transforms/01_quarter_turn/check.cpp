#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height;
  };
  for (const Size& s : {Size{1, 1}, Size{5, 3}, Size{31, 17}, Size{1, 40}, Size{64, 9}}) {
    const std::vector<float> in = bench.random(static_cast<std::size_t>(s.width * s.height));
    std::vector<double> want(in.size());
    for (int row = 0; row < s.height; ++row)
      for (int column = 0; column < s.width; ++column)
        want[static_cast<std::size_t>(column * s.height + s.height - 1 - row)] =
            in[static_cast<std::size_t>(row * s.width + column)];
    const auto out = bench.output<float>(in.size());
    bench.run("turn", {static_cast<std::size_t>(s.height), static_cast<std::size_t>(s.width)},
              {8, 8}, bench.input(in), out.buffer, s.width, s.height);
    bench.expect(out, want, {}, fmt::format("{} x {} pixels", s.width, s.height),
                 static_cast<std::size_t>(s.height));
  }
}
