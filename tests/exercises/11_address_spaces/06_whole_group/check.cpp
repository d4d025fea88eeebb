#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 12}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31})) {
      const std::vector<float> in = bench.random(n + 1);
      std::vector<double> want(n);
      for (std::size_t i = 0; i < n; ++i)
        want[i] = in[i + 1] - in[i]; // in float, as the device: exactly
      const auto out = bench.output<float>(n);
      bench.run("differences", {n}, {group}, bench.input(in), out.buffer,
                cl::Local((group + 1) * sizeof(float)), static_cast<cl_uint>(n));
      bench.expect(out, want, {1e-7, 0.0}, fmt::format("n = {}, groups of {}", n, group));
      // What the group copies as a whole is not counted.
      bench.allow("differences", {.global_loads = 0, .global_stores = n});
    }
  }
}
