#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 500}, {1, 31})) {
    const float dt = 0.5F;
    std::vector<float> places = bench.random(4 * n),
                       velocities = bench.random(4 * n, -12.0F, 12.0F);
    std::vector<double> want(4 * n);
    for (std::size_t i = 0; i < 4 * n; ++i) {
      if (i % 4 == 3) {
        velocities[i] = 0.0F;
        places[i] += 5.0F; // masses larger than the box
      }
      // As a float: at the edge it decides on which side a body is.
      double x = places[i] + dt * velocities[i];
      while (x < -1.0 && i % 4 != 3)
        x += 2.0;
      while (x >= 1.0 && i % 4 != 3)
        x -= 2.0;
      want[i] = x;
    }
    const cl::Buffer buffer = bench.input(places);
    bench.run("drift", {n}, {8}, buffer, bench.input(velocities), static_cast<int>(n), dt);
    bench.expect(bench.read<float>(buffer, 4 * n), want, {1e-5, 0.0},
                 fmt::format("places, n = {}, after {} s", n, dt), {0, {"x", "y", "z", "mass"}});
  }
}
