#include "tests/exercises/24_nbody/bodies.hpp"

EXERCISE_CHECK(bench) {
  const float softening2 = 0.05F;
  for (const std::size_t n : bench.sizes({1, 2, 33, 100}, {1, 17})) {
    const std::vector<float> bodies = nbody_exercises::random_bodies(bench, n, true);
    const std::vector<float> masses = bench.random(n, 0.5F, 2.0F);
    std::vector<double> want = nbody_exercises::pulls(bodies, softening2);
    for (std::size_t i = 0; i < 3 * n; ++i)
      want[i] *= -double{bodies[i / 3 * 4 + 3]} / masses[i / 3];
    const auto out = bench.output<float>(3 * n);
    bench.run("pushes", {n}, {8}, bench.input(bodies), bench.input(masses), out.buffer,
              static_cast<int>(n), softening2);
    bench.expect(out, want, {1e-3, 1e-4}, "accelerations", 3);
  }
}
