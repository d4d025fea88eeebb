#include "tools/exercise/check.hpp"

#include <cmath>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 9, 100}, {1, 9})) {
    const float dt = 0.02F;
    const std::vector<float> radii = bench.random(n, 0.3F, 30.0F);
    std::vector<double> places(4 * n, 0.0), velocities(4 * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const double pi = std::acos(-1.0), speed = 2.0 * pi / std::sqrt(radii[i]);
      const double early = 0.5 * dt * speed / radii[i];
      places[4 * i] = radii[i];
      velocities[4 * i] = speed * std::sin(early);
      velocities[4 * i + 1] = speed * std::cos(early);
    }
    const auto out_places = bench.output<float>(4 * n);
    const auto out_velocities = bench.output<float>(4 * n);
    bench.run("orbits", {n}, {8}, bench.input(radii), out_places.buffer, out_velocities.buffer,
              static_cast<int>(n), dt);
    bench.expect(out_places, places, {1e-5, 0.0}, "places", 4);
    bench.expect(out_velocities, velocities, {1e-4, 0.0}, "velocities", 4);
  }
}
