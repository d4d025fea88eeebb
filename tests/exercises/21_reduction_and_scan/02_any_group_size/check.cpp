#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <numeric>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : bench.sizes({48, 64, 7, 1}, {12, 7})) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 1000, 1023}, {31})) {
      const std::vector<cl_int> in = bench.random_ints(n, -1000, 1000);
      std::vector<cl_int> want((n + group - 1) / group);
      for (std::size_t i = 0; i < n; ++i)
        want[i / group] += in[i];
      const auto out = bench.output<cl_int>(want.size());
      bench.run("group_sums", {n}, {group}, bench.input(in), static_cast<cl_uint>(n), out.buffer,
                cl::Local(group * sizeof(cl_int)));
      bench.expect(bench.read(out), want, fmt::format("n = {}, groups of {}", n, group));
    }
  }
}
