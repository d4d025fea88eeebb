#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31}))
    for (const cl_uint turns : {0U, 1U, 2U, 10U}) {
      const std::vector<cl_int> in = bench.random_ints(n, 0, 1000000);
      const cl_uint first = 3 + turns;
      std::vector<cl_int> want;
      for (const cl_int start : in) {
        auto number = static_cast<cl_uint>(start);
        for (cl_uint t = first; t < first + turns; ++t)
          number = 3 * number + t;
        want.push_back(static_cast<cl_int>(number));
      }
      const cl::Buffer numbers = bench.input(in);
      bench.run("take_turns", {n}, {16}, numbers, static_cast<cl_uint>(n), first, turns);
      bench.expect(bench.read<cl_int>(numbers, n), want,
                   fmt::format("n = {}, {} turns from {} on", n, turns, first));
      bench.allow("take_turns", {.global_loads = n, .global_stores = n});
    }
}
