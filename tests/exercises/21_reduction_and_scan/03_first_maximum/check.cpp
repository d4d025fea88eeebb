#include "tools/exercise/check.hpp"

#include <algorithm>
#include <climits>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(bench.in_simulator ? 8 : 64);
  for (const std::size_t n : bench.sizes({1, 63, 64, 1000, 1023}, {1, 31}))
    for (const int range : {3, 100000, 0}) {
      std::vector<cl_int> in = bench.random_ints(n, -range, range);
      if (range == 0)
        in.assign(n, INT_MIN);
      const auto first = std::max_element(in.begin(), in.end());
      const std::vector<cl_int> want{static_cast<cl_int>(first - in.begin()), *first};
      const auto out = bench.output<cl_int>(2);
      bench.run("first_maximum", {group}, {group}, bench.input(in), static_cast<cl_int>(n),
                out.buffer, cl::Local(group * 4), cl::Local(group * 4));
      bench.expect(bench.read(out), want,
                   fmt::format("n = {}, numbers up to {} (index, number)", n, range));
    }
}
