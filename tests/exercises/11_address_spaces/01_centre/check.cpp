#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 12}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31})) {
      const std::vector<float> in = bench.random(n, 0.0F, 10.0F);
      std::vector<double> want(n);
      for (std::size_t first = 0; first < n; first += group) {
        const std::size_t end = std::min(n, first + group);
        double sum = 0.0;
        for (std::size_t i = first; i < end; ++i)
          sum += in[i];
        for (std::size_t i = first; i < end; ++i)
          want[i] = in[i] - sum / static_cast<double>(end - first);
      }
      const auto out = bench.output<float>(n);
      bench.run("centre", {n}, {group}, bench.input(in), out.buffer,
                cl::Local(group * sizeof(float)), static_cast<cl_uint>(n));
      bench.expect(out, want, {1e-4, 0.0}, fmt::format("n = {}, groups of {}", n, group));
      // With groups of one work-item the starter needs no more than anybody.
      bench.allow("centre", {.global_loads = n, .global_stores = n});
    }
  }
}
