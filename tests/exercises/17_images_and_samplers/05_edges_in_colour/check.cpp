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
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::vector<float> in = bench.random(4 * wide * high);
    std::vector<double> want;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        for (std::size_t channel = 0; channel < 4; ++channel)
          want.push_back(pictures::edge_strength([&](int dx, int dy) {
            const int i =
                std::clamp(y + dy, 0, s.height - 1) * s.width + std::clamp(x + dx, 0, s.width - 1);
            return double{in[4 * static_cast<std::size_t>(i) + channel]};
          }));
    const auto out = bench.output<float>(want.size());
    bench.run("edge_strength", {wide, high}, {8, 4}, bench.image(in, wide), out.buffer);
    bench.expect(out, want, {1e-5, 1e-5}, fmt::format("{} x {} pixels", s.width, s.height),
                 {wide, exercise::rgba});
  }
}
