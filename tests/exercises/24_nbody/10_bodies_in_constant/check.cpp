#include "tests/exercises/24_nbody/bodies.hpp"

EXERCISE_CHECK(bench) {
  const float softening2 = 0.05F;
  for (const std::size_t n : bench.sizes({1, 33, 200}, {1, 17}, {1024})) {
    const std::vector<float> bodies = nbody_exercises::random_bodies(bench, n);
    const auto out = bench.output<float>(3 * n);
    bench.run("pulls", {n}, {8}, bench.input(bodies), out.buffer, static_cast<int>(n), softening2);
    bench.expect(out, nbody_exercises::pulls(bodies, softening2), {1e-3, 1e-4}, "accelerations", 3);
    bench.allow("pulls", {.global_loads = 0, .constant_loads = 4 * (n * n + n)});
  }
  const auto most = bench.output<int>(1);
  bench.run("most", {1}, {1}, most.buffer);
  bench.expect(most, std::vector<int>{65536 / 16}, "bodies in 64 KiB");
}
