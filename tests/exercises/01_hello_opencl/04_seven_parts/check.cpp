#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 2, 31, 1023}, {1, 31})) {
    const std::vector<float> a = bench.random(n);
    const std::vector<double> want(a.rbegin(), a.rend());
    bench.expect(reversed(bench.session.device, a), want, {}, fmt::format("n = {}", n));
  }
}
