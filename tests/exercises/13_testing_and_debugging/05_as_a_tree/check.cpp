#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {16, 64}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
      const std::vector<float> in = bench.random(n, 1.0F, 3.0F);
      const std::size_t groups = (n + group - 1) / group;
      std::vector<double> sums(groups, 0.0), want(n);
      for (std::size_t i = 0; i < n; ++i)
        sums[i / group] += in[i];
      for (std::size_t i = 0; i < n; ++i)
        want[i] = in[i] - sums[i / group];
      const auto out = bench.output<float>(n);
      bench.run("centre_groups", {n}, {group}, bench.input(in), out.buffer,
                cl::Local(group * sizeof(float)), static_cast<cl_uint>(n));
      bench.expect(out, want, common::sum_tolerance(group + 1, 3.0 * static_cast<double>(group)),
                   fmt::format("n = {}, groups of {}", n, group));
      bench.allow("centre_groups", {.global_loads = n,
                                    .global_stores = n,
                                    .local_loads = groups * 3 * group,
                                    .local_stores = groups * 2 * group});
    }
  }
}
