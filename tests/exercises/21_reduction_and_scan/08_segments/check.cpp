#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 12}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31}))
      for (const int rarely : {2, 9, 100}) {
        const std::vector<cl_int> in = bench.random_ints(n, -100, 100),
                                  marks = bench.random_ints(n, 0, rarely);
        std::vector<cl_uchar> heads(n);
        std::vector<cl_int> want(n);
        for (std::size_t i = 0; i < n; ++i) {
          heads[i] = marks[i] == 0 ? 1 + i % 3 : 0;
          want[i] = in[i] + (i % group > 0 && heads[i] == 0 ? want[i - 1] : 0);
        }
        const auto out = bench.output<cl_int>(n);
        bench.run("segments", {n}, {group}, bench.input(in), bench.input(heads),
                  static_cast<cl_uint>(n), out.buffer, cl::Local(group * 4), cl::Local(group * 4));
        bench.expect(bench.read(out), want, fmt::format("n = {}, groups of {}", n, group));
      }
  }
}
