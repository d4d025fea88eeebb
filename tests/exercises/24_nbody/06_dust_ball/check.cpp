#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t n = bench.in_simulator ? 50 : 20001;
  const auto out = bench.output<float>(3 * n);
  bench.run("ball", {n}, {16}, bench.input(bench.random(3 * n, 0.0F, 1.0F)), out.buffer,
            static_cast<int>(n));
  const std::vector<float> places = bench.read(out);
  std::size_t near = 0, middle = 0, quarter = 0, octant = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = places[3 * i], y = places[3 * i + 1], z = places[3 * i + 2];
    const double radius = std::sqrt(x * x + y * y + z * z);
    bench.expect(radius <= 1.0 + 1e-6,
                 fmt::format("Body {} is {:.3f} away from the centre.", i, radius));
    near += radius < 0.5 ? 1 : 0;
    middle += std::abs(z) < 0.5 ? 1 : 0;
    quarter += std::abs(x) < 0.5 ? 1 : 0;
    octant += x > 0.0 && y > 0.0 && z > 0.0 ? 1 : 0;
  }
  const auto about = [&](std::size_t count, double part, const std::string& where) {
    const double wanted = part * static_cast<double>(n);
    bench.expect(std::abs(static_cast<double>(count) - wanted) < 5.0 * std::sqrt(wanted),
                 fmt::format("{} of {} bodies are {}; in an even ball about {:.0f} are.", count, n,
                             where, wanted));
  };
  about(near, 0.125, "nearer to the centre than half the radius");
  about(middle, 0.6875, "within |z| < 0.5");
  about(quarter, 0.6875, "within |x| < 0.5");
  about(octant, 0.125, "in the octant where x, y and z are positive");
}
