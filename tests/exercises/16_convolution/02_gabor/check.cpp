#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    cl_int count, radius;
    float wavelength, phase, sigma, gamma;
  };
  for (const Case& c :
       {Case{1, 0, 4.0F, 0.0F, 2.0F, 0.5F}, Case{3, 2, 4.0F, 0.0F, 2.0F, 0.5F},
        Case{5, 4, 6.5F, 0.8F, 3.0F, 0.7F}, Case{12, 10, 5.0F, -1.3F, 4.5F, 1.2F}}) {
    if (bench.in_simulator && c.radius > 4)
      continue;
    const double pi = std::acos(-1.0);
    std::vector<double> want;
    for (int f = 0; f < c.count; ++f)
      for (int y = -c.radius; y <= c.radius; ++y)
        for (int x = -c.radius; x <= c.radius; ++x) {
          const double angle = f * pi / c.count;
          const double u = x * std::cos(angle) + y * std::sin(angle);
          const double v = y * std::cos(angle) - x * std::sin(angle);
          want.push_back(std::exp(-(u * u + std::pow(c.gamma * v, 2)) / (2 * c.sigma * c.sigma)) *
                         std::cos(2 * pi * u / c.wavelength + c.phase));
        }
    const auto side = static_cast<std::size_t>(2 * c.radius + 1);
    const auto out = bench.output<float>(want.size());
    bench.run("gabor", {side, side, static_cast<std::size_t>(c.count)}, {4, 4, 2}, out.buffer,
              c.count, c.radius, c.wavelength, c.phase, c.sigma, c.gamma);
    bench.expect(out, want, {2e-5, 0.0},
                 fmt::format("{} filters of {} x {} weights", c.count, side, side), side);
  }
}
