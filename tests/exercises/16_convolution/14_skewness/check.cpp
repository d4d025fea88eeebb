#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int radius, width, height;
  };
  for (const Case& c : {Case{1, 3, 3}, Case{1, 31, 17}, Case{0, 4, 4}, Case{2, 1, 9},
                        Case{3, 20, 26}, Case{5, 40, 30}}) {
    if (bench.in_simulator && c.radius != 1)
      continue;
    const auto wide = static_cast<std::size_t>(c.width), high = static_cast<std::size_t>(c.height);
    // Two values, so that each difference is exact, and some pixels that stick out.
    std::vector<float> in;
    for (const cl_int value : bench.random_ints(wide * high, 0, 9))
      in.push_back(1000.0F + (value == 9 ? 3.0F : value > 4 ? 0.5F : 0.0F));
    if (wide == 3)
      in = {1000, 1000, 1000, 1000, 1005, 1000, 1000, 1000, 1000};
    if (wide == 31)
      std::fill(in.begin(), in.begin() + 200, 1000.25F);
    std::vector<double> skewness, kurtosis;
    std::uint64_t reads = 0;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) {
        const std::vector<double> disc = pictures::disc(in, c.width, x, y, c.radius);
        const double count = static_cast<double>(disc.size());
        double mean = 0.0, m2 = 0.0, m3 = 0.0, m4 = 0.0;
        for (const double p : disc)
          mean += p / count;
        for (const double p : disc) {
          m2 += std::pow(p - mean, 2) / count;
          m3 += std::pow(p - mean, 3) / count;
          m4 += std::pow(p - mean, 4) / count;
        }
        reads += 2 * disc.size();
        skewness.push_back(m2 <= 1e-6 ? 0.0 : m3 / std::pow(m2, 1.5));
        kurtosis.push_back(m2 <= 1e-6 ? 0.0 : m4 / (m2 * m2));
      }
    const auto one = bench.output<float>(in.size()), two = bench.output<float>(in.size());
    bench.run("moments", {wide, high}, {8, 4}, bench.input(in), one.buffer, two.buffer, c.radius,
              c.width, c.height);
    const std::string where =
        fmt::format("radius {}, {} x {} pixels, ", c.radius, c.width, c.height);
    bench.expect(one, skewness, {2e-2, 1e-2}, where + "skewness", wide);
    bench.expect(two, kurtosis, {2e-2, 1e-2}, where + "kurtosis", wide);
    bench.allow("moments", {.global_loads = reads, .global_stores = 2 * in.size()});
  }
}
