#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(64);
  if (group < 8)
    throw common::Skip("work-groups of this device have fewer than 8 work-items.");
  for (const std::size_t groups : bench.sizes({1, 5, 50}, {1, 2})) {
    const std::size_t n = groups * group;
    const auto whole = bench.random_ints(n, -1000, 1000); // so that sums are exact
    const std::vector<float> in(whole.begin(), whole.end());
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 8; ++k)
        want[i] += whole[i / 8 * 8 + k];
    const auto out = bench.output<float>(n);
    bench.run("sums_of_eight", {n}, {group}, bench.input(in), out.buffer,
              cl::Local(group * sizeof(float)));
    bench.expect(out, want, {}, fmt::format("n = {}, groups of {}", n, group));
    bench.allow("sums_of_eight", {.global_loads = n, .global_stores = n});
  }
}
