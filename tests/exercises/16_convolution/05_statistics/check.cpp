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
    std::vector<float> in = bench.random(wide * high, 99.0F, 101.0F);
    if (wide * high > 40)
      for (std::size_t i = 0; i < 20; ++i)
        in[i] = 100.0F;
    std::vector<double> means, deviations;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) {
        const std::vector<double> disc = pictures::disc(in, c.width, x, y, c.radius);
        double mean = 0.0, squares = 0.0;
        for (const double p : disc)
          mean += p / static_cast<double>(disc.size());
        for (const double p : disc)
          squares += (p - mean) * (p - mean) / static_cast<double>(disc.size());
        means.push_back(mean);
        deviations.push_back(std::sqrt(squares));
      }
    const auto mean_of = bench.output<float>(in.size()),
               deviation_of = bench.output<float>(in.size());
    bench.run("statistics", {wide, high}, {8, 4}, bench.input(in), mean_of.buffer,
              deviation_of.buffer, c.radius, c.width, c.height);
    const std::string where =
        fmt::format("radius {}, {} x {} pixels, ", c.radius, c.width, c.height);
    bench.expect(mean_of, means, {0.0, 2e-6}, where + "means", wide);
    bench.expect(deviation_of, deviations, {2e-4, 0.0}, where + "deviations", wide);
  }
}
