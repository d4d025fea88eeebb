#include "tests/exercises/24_nbody/bodies.hpp"

EXERCISE_CHECK(bench) {
  const float softening2 = 0.05F;
  for (const std::size_t n : bench.sizes({1, 33, 100}, {1, 17})) {
    const std::vector<float> bodies = nbody_exercises::random_bodies(bench, n);
    const std::vector<double> three = nbody_exercises::pulls(bodies, softening2);
    std::vector<double> want(4 * n, 0.0);
    for (std::size_t i = 0; i < 3 * n; ++i)
      want[i / 3 * 4 + i % 3] = three[i];
    const auto out = bench.output<float>(4 * n);
    bench.run("pulls", {n}, {8}, bench.input(bodies), out.buffer, static_cast<int>(n), softening2);
    bench.expect(out, want, {1e-3, 1e-4}, "accelerations", 4);
  }
}
