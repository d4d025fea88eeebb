#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t count : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    std::vector<cl_int> start = bench.random_ints(count, 1, 2000000);
    const std::vector<cl_int> known{27, 1, 0, -7, 2, 3, 113383};
    for (std::size_t i = 0; i < std::min(count, known.size()); ++i)
      start[i] = known[i];
    std::vector<cl_int> want;
    for (const cl_int first : start) {
      cl_int taken = 0;
      for (cl_ulong n = static_cast<cl_ulong>(first);
           n >= static_cast<cl_ulong>(first) && first > 1; ++taken)
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      want.push_back(taken);
    }
    const auto steps = bench.output<cl_int>(count);
    bench.run("falls_below", {count}, {16}, bench.input(start), steps.buffer,
              static_cast<cl_uint>(count));
    bench.expect(steps, want,
                 fmt::format("{} starts: 27, 1, 0, -7, 2, 3, 113383 and others", count));
    bench.allow("falls_below", {.global_loads = count, .global_stores = count});
  }
}
