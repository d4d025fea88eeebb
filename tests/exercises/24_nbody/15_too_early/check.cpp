#include "tests/exercises/24_nbody/bodies.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(16);
  const float softening2 = 0.05F;
  for (const std::size_t n : bench.sizes({1, 31, 200}, {1, 33})) {
    const std::vector<float> bodies = nbody_exercises::random_bodies(bench, n);
    const auto out = bench.output<float>(3 * n);
    bench.run("pulls", {n}, {group}, bench.input(bodies), out.buffer, static_cast<int>(n),
              softening2, cl::Local(group * sizeof(cl_float4)));
    bench.expect(out, nbody_exercises::pulls(bodies, softening2), {1e-3, 1e-4},
                 fmt::format("n = {}", n), 3);
  }
}
