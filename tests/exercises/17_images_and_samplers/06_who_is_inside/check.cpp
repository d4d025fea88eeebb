#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int radius, width, height;
  };
  for (const Case& c :
       {Case{0, 1, 1}, Case{1, 9, 5}, Case{2, 31, 17}, Case{4, 5, 23}, Case{5, 40, 30}}) {
    if (bench.in_simulator && c.radius > 1)
      continue;
    const auto wide = static_cast<std::size_t>(c.width), high = static_cast<std::size_t>(c.height);
    std::vector<float> in = bench.random(4 * wide * high, 99.0F, 101.0F);
    for (std::size_t i = 0; i < wide * high; ++i) {
      in[4 * i + 3] = 1.0F;
      if (wide * high > 40 && i < 20)
        in[4 * i] = 100.0F;
    }
    std::vector<double> want;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) {
        const std::vector<double> disc = pictures::disc(in, c.width, x, y, c.radius, 4);
        double mean = 0.0, squares = 0.0;
        for (const double p : disc)
          mean += p / static_cast<double>(disc.size());
        for (const double p : disc)
          squares += (p - mean) * (p - mean) / static_cast<double>(disc.size());
        want.push_back(mean);
        want.push_back(std::sqrt(squares));
      }
    const auto out = bench.output<float>(want.size());
    bench.run("statistics", {wide, high}, {8, 4}, bench.image(in, wide), out.buffer, c.radius);
    bench.expect(out, want, {2e-4, 2e-6},
                 fmt::format("radius {}, {} x {} pixels", c.radius, c.width, c.height),
                 {wide, {"mean", "deviation"}});
  }
}
