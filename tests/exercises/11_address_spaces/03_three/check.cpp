#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 16}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31, 32}, {1 << 20})) {
      const std::vector<float> in = bench.random(n);
      std::vector<double> want(n);
      for (std::size_t i = 0; i < n; ++i)
        want[i] = ((i > 0 ? in[i - 1] : 0.0) + in[i] + (i + 1 < n ? in[i + 1] : 0.0)) / 3.0;
      const auto out = bench.output<float>(n);
      bench.run("smooth", {n}, {group}, bench.input(in), out.buffer,
                cl::Local((group + 2) * sizeof(float)), static_cast<cl_uint>(n));
      bench.expect(out, want, {1e-6, 0.0}, fmt::format("n = {}, groups of {}", n, group));
      const std::size_t groups = (n + group - 1) / group;
      bench.allow("smooth", {.global_loads = n + 2 * groups, .global_stores = n});
    }
  }
}
