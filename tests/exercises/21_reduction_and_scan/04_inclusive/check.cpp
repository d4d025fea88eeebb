#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 12}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31})) {
      const std::vector<cl_int> in = bench.random_ints(n, -100, 100);
      std::vector<cl_int> want(n);
      for (std::size_t i = 0; i < n; ++i)
        want[i] = in[i] + (i % group > 0 ? want[i - 1] : 0);
      const auto out = bench.output<cl_int>(n);
      bench.run("running", {n}, {group}, bench.input(in), static_cast<cl_uint>(n), out.buffer,
                cl::Local(group * sizeof(cl_int)));
      bench.expect(bench.read(out), want, fmt::format("n = {}, groups of {}", n, group));
      bench.allow("running", {.global_loads = n, .global_stores = n});
    }
  }
}
