#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(12);
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    std::vector<float> in = bench.random(n, -3e30F, -1e30F);
    in[0] = -1e29F; // the largest of all is in the first group only
    const std::size_t groups = (n + group - 1) / group;
    std::vector<double> want(groups, -1e31);
    for (std::size_t i = 0; i < n; ++i)
      want[i / group] = std::max(want[i / group], double{in[i]});
    const auto maxima = bench.output<float>(groups);
    bench.run("group_maxima", {n}, {group}, bench.input(in), maxima.buffer,
              cl::Local(group * sizeof(float)), static_cast<cl_uint>(n));
    bench.expect(maxima, want, {}, fmt::format("n = {}, groups of {}", n, group));
  }
}
