#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height;
  };
  for (const Size& s : {Size{1, 1}, Size{31, 17}, Size{5, 23}, Size{64, 48}}) {
    if (bench.in_simulator && s.height > 17)
      continue;
    const auto count = static_cast<std::size_t>(s.width * s.height);
    const std::vector<float> in = bench.random(count);
    std::vector<double> want;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        want.push_back(pictures::edge_strength([&](int dx, int dy) {
          return double{in[static_cast<std::size_t>(std::clamp(y + dy, 0, s.height - 1) * s.width +
                                                    std::clamp(x + dx, 0, s.width - 1))]};
        }));
    const auto out = bench.output<float>(count);
    bench.run("edge_strength",
              {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)}, {8, 4},
              bench.input(in), out.buffer, s.width, s.height);
    bench.expect(out, want, {1e-5, 1e-5}, fmt::format("{} x {} pixels", s.width, s.height),
                 static_cast<std::size_t>(s.width));
  }
}
