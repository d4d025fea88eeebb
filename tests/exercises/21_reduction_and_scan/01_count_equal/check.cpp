#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 8}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31})) {
      std::vector<cl_uchar> in(n);
      const std::vector<cl_int> numbers = bench.random_ints(n, 0, 2);
      std::vector<cl_int> want((n + group - 1) / group);
      for (std::size_t i = 0; i < n; ++i) {
        in[i] = static_cast<cl_uchar>(numbers[i]);
        want[i / group] += in[i] == 2;
      }
      const auto out = bench.output<cl_int>(want.size());
      bench.run("count_equal", {n}, {group}, bench.input(in), static_cast<cl_uint>(n), cl_uchar{2},
                out.buffer, cl::Local(group * sizeof(cl_uint)));
      bench.expect(bench.read(out), want, fmt::format("n = {}, groups of {}", n, group));
    }
  }
}
