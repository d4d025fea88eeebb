#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 7, 1}) {
    const std::size_t group = wanted == 64 ? bench.group(64) : bench.group(64) >= 7 ? wanted : 1;
    const std::size_t n = group * (bench.in_simulator ? 3 : 50);
    const std::vector<float> in = bench.random(n);
    std::vector<double> want(n);
    for (std::size_t i = 0; i < n; ++i)
      want[i] = in[i / group * group + group - 1 - i % group];
    const auto out = bench.output<float>(n);
    bench.run("reverse_groups", {n}, {group}, bench.input(in), out.buffer,
              cl::Local(group * sizeof(float)));
    bench.expect(out, want, {}, fmt::format("n = {}, groups of {}", n, group));
    bench.allow("reverse_groups", {.global_loads = n, .global_stores = n});
  }
}
