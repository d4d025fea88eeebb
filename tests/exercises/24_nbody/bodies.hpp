// What several checks of this chapter share.
#pragma once

#include "tools/exercise/check.hpp"

#include <cmath>
#include <vector>

namespace nbody_exercises {

/// x, y, z and a mass (or a charge) for each body: of both signs where `charges`.
inline std::vector<float> random_bodies(exercise::Bench& bench, std::size_t n,
                                        bool charges = false) {
  std::vector<float> bodies = bench.random(4 * n);
  for (std::size_t i = 0; i < n && !charges; ++i)
    bodies[4 * i + 3] = std::abs(bodies[4 * i + 3]);
  return bodies;
}

/// For each body the sum over all others of w (r' - r) / (d² + softening2)^(3/2): three numbers.
inline std::vector<double> pulls(const std::vector<float>& bodies, double softening2) {
  const std::size_t n = bodies.size() / 4;
  std::vector<double> sums(3 * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double d[3], square = softening2;
      for (std::size_t k = 0; k < 3; ++k) {
        d[k] = double{bodies[4 * j + k]} - bodies[4 * i + k];
        square += d[k] * d[k];
      }
      for (std::size_t k = 0; k < 3; ++k)
        sums[3 * i + k] += bodies[4 * j + 3] * d[k] / (square * std::sqrt(square));
    }
  return sums;
}

} // namespace nbody_exercises
