#include "tests/exercises/24_nbody/bodies.hpp"

EXERCISE_CHECK(bench) {
  const float softening2 = 0.05F;
  const std::size_t width = 7;
  for (const std::size_t n : bench.sizes({1, 7, 33, 100}, {1, 17})) {
    std::vector<float> pixels =
        nbody_exercises::random_bodies(bench, (n + width - 1) / width * width);
    const std::vector<float> bodies(pixels.begin(),
                                    pixels.begin() + static_cast<std::ptrdiff_t>(4 * n));
    const auto out = bench.output<float>(3 * n);
    bench.run("pulls", {n}, {8}, bench.image(pixels, width), out.buffer, static_cast<int>(n),
              static_cast<int>(width), softening2);
    bench.expect(out, nbody_exercises::pulls(bodies, softening2), {1e-3, 1e-4}, "accelerations", 3);
  }
}
