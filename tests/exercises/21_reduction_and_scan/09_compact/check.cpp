#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  constexpr cl_int untouched = -12345;
  for (const std::size_t wanted : {64, 12}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31})) {
      std::vector<cl_int> in = bench.random_ints(n, -3, 3);
      std::vector<cl_int> want(n, untouched), counts((n + group - 1) / group);
      for (std::size_t i = 0; i < n; ++i)
        if (in[i] != 0) {
          in[i] = in[i] < 0 ? -static_cast<cl_int>(i) - 1 : static_cast<cl_int>(i) + 1;
          want[i / group * group + counts[i / group]++] = in[i];
        }
      const cl::Buffer out = bench.input(std::vector<cl_int>(n, untouched));
      const auto kept = bench.output<cl_int>(counts.size());
      bench.run("compact", {n}, {group}, bench.input(in), static_cast<cl_uint>(n), out, kept.buffer,
                cl::Local(group * sizeof(cl_uint)));
      bench.expect(bench.read<cl_int>(out, n), want, fmt::format("n = {}, groups of {}", n, group));
      bench.expect(bench.read(kept), counts,
                   fmt::format("the counts, n = {}, groups of {}", n, group));
    }
  }
}
