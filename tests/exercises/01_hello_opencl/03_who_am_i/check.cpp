#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t local : {1, 7, 64})
    for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
      std::vector<cl_int> want(n);
      for (std::size_t i = 0; i < n; ++i)
        want[i] = static_cast<cl_int>(i);
      const auto out = bench.output<cl_int>(n);
      bench.run("who_am_i", {n}, {local}, out.buffer, static_cast<cl_uint>(n));
      bench.expect(out, want, fmt::format("n = {}, groups of {}", n, local));
    }
}
