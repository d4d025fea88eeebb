#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 2, 3, 31, 1000, 1023}, {1, 2, 31}))
    for (const int steps : {1, 5}) {
      const std::vector<float> start = bench.random(n);
      std::vector<double> want(start.begin(), start.end());
      cl::Buffer from = bench.input(start);
      exercise::Output<float> last = bench.output<float>(n);
      for (int step = 0; step < steps; ++step) {
        last = bench.output<float>(n); // poisoned anew, so that no step can leave anything out
        bench.run("heat_step", {n}, {64}, from, last.buffer, static_cast<cl_uint>(n));
        from = last.buffer;
        const std::vector<double> before = want;
        for (std::size_t i = 1; i + 1 < n; ++i)
          want[i] = before[i - 1] / 4 + before[i] / 2 + before[i + 1] / 4;
      }
      bench.expect(last, want, {2e-6, 0.0}, fmt::format("n = {}, step {}", n, steps));
    }
}
