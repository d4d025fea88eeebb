#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {256, 4, 1, 64}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 6, 256, 1000, 1023}, {6, 300}, {1 << 16})) {
      if (bench.in_simulator && wanted != (n == 300 ? 256 : 4))
        continue;
      std::vector<float> in = bench.random(n, -50.0F, 50.0F);
      for (std::size_t i = 0; i + 1 < n; i += 3)
        in[i] = std::trunc(in[i] / 10.0F); // many equal ones
      std::vector<double> want(in.begin(), in.end());
      std::uint64_t rounds = 0;
      for (std::size_t run = 2, of_run = 1; run <= group; run *= 2, ++of_run)
        rounds += of_run;
      for (std::size_t first = 0; first < n; first += group)
        std::sort(want.begin() + static_cast<std::ptrdiff_t>(first),
                  want.begin() + static_cast<std::ptrdiff_t>(std::min(n, first + group)));
      const auto out = bench.output<float>(n);
      bench.run("sort", {n}, {group}, bench.input(in), out.buffer, cl::Local(group * sizeof(float)),
                static_cast<cl_uint>(n));
      bench.expect(out, want, {0.0, 0.0}, fmt::format("n = {}, groups of {}", n, group));
      const std::uint64_t items = (n + group - 1) / group * group;
      bench.allow("sort",
                  {.global_loads = n, .global_stores = n, .local_loads = items * (2 * rounds + 2)});
    }
  }
}
