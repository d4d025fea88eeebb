#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {16, 64}) {
    const std::size_t group = bench.group(wanted);
    std::size_t levels = 0;
    while (std::size_t{2} << levels <= group)
      ++levels;
    for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31}, {1 << 20})) {
      std::vector<float> in = bench.random(n, 0.3F, 0.9F);
      // What an order from left to right loses behind a large number is more than a tree may.
      const bool steep = n == 1000;
      const double largest = steep ? 16777216.0 : 1.0;
      for (std::size_t i = 0; i < n; i += group)
        in[i] = static_cast<float>(largest);
      const std::size_t groups = (n + group - 1) / group;
      std::vector<double> sums(groups, 0.0), want(n);
      for (std::size_t i = 0; i < n; ++i)
        sums[i / group] += in[i];
      for (std::size_t i = 0; i < n; ++i)
        want[i] = in[i] - sums[i / group];
      const auto out = bench.output<float>(n);
      bench.run("centre_groups", {n}, {group}, bench.input(in), out.buffer,
                cl::Local(group * sizeof(float)), static_cast<cl_uint>(n));
      bench.expect(out, want,
                   common::sum_tolerance(steep ? levels + 1 : group + 1,
                                         largest + static_cast<double>(group)),
                   fmt::format("n = {}, groups of {}{}", n, group,
                               steep ? " that begin with 2 to the power of 24" : ""));
      bench.allow("centre_groups", {.global_loads = n,
                                    .global_stores = n,
                                    .local_loads = groups * 3 * group,
                                    .local_stores = groups * 2 * group});
    }
  }
}
