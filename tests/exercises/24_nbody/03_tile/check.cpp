#include "tests/exercises/24_nbody/bodies.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(bench.in_simulator ? 16 : 64);
  bench.build_with(fmt::format("-D GROUP={}", group));
  const float softening2 = 0.05F;
  for (const std::size_t n : bench.sizes({1, 31, 64, 200}, {1, 31, 33}, {2048})) {
    const std::vector<float> bodies = nbody_exercises::random_bodies(bench, n);
    const auto out = bench.output<float>(3 * n);
    bench.run("pulls", {n}, {group}, bench.input(bodies), out.buffer, static_cast<int>(n),
              softening2);
    bench.expect(out, nbody_exercises::pulls(bodies, softening2), {1e-3, 1e-4},
                 fmt::format("n = {}, groups of {}", n, group), 3);
    const std::size_t groups = (n + group - 1) / group;
    bench.allow("pulls",
                {.global_loads = 4 * (groups * n + groups * group), .global_stores = 3 * n});
  }
}
