#include "tests/exercises/24_nbody/bodies.hpp"

EXERCISE_CHECK(bench) {
  const float softening2 = 0.05F;
  for (const std::size_t n : bench.sizes({1, 2, 33, 100}, {1, 17})) {
    const std::vector<float> bodies = nbody_exercises::random_bodies(bench, n);
    const std::vector<double> pulls = nbody_exercises::pulls(bodies, softening2);
    const cl::Buffer forces = bench.input(std::vector<cl_int>(3 * n, 0));
    bench.run("attract", {n}, {bench.group(16)}, bench.input(bodies), forces, static_cast<int>(n),
              softening2);
    const std::vector<cl_int> steps = bench.read<cl_int>(forces, 3 * n);
    std::vector<float> got(3 * n);
    std::vector<double> want(3 * n);
    for (std::size_t i = 0; i < 3 * n; ++i) {
      got[i] = static_cast<float>(steps[i]) / 65536.0F;
      want[i] = bodies[i / 3 * 4 + 3] * pulls[i];
    }
    bench.expect(got, want, {1e-5 * static_cast<double>(n) + 1e-4, 1e-3}, "forces", 3);
  }
}
