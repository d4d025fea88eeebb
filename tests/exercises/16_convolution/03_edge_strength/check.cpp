#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
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
    const auto at = [&](int x, int y) -> double {
      return in[static_cast<std::size_t>(std::clamp(y, 0, s.height - 1) * s.width +
                                         std::clamp(x, 0, s.width - 1))];
    };
    std::vector<double> want;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x) {
        const double right = at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) -
                             at(x - 1, y - 1) - 2 * at(x - 1, y) - at(x - 1, y + 1);
        const double down = at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) -
                            at(x - 1, y - 1) - 2 * at(x, y - 1) - at(x + 1, y - 1);
        want.push_back(std::sqrt(right * right + down * down));
      }
    const auto out = bench.output<float>(count);
    bench.run("edge_strength",
              {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)}, {8, 4},
              bench.input(in), out.buffer, s.width, s.height);
    bench.expect(out, want, {1e-5, 1e-5}, fmt::format("{} x {} pixels", s.width, s.height),
                 static_cast<std::size_t>(s.width));
  }
}
