#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t numbers, length, first, count;
  };
  const std::vector<Case> all{
      {10, 3, 2, 7}, {1, 1, 0, 1}, {1000, 7, 31, 900}, {200, 64, 5, 40}, {1023, 2, 1022, 1}};
  for (const Case& c : bench.sizes<Case>(all, {all[0], all[1], all[3]})) {
    std::vector<cl_int> want = bench.random_ints(c.numbers, 0, 99);
    const std::vector<cl_int> pattern = bench.random_ints(c.length, 100, 999);
    const cl::Buffer numbers = bench.input(want);
    for (std::size_t i = 0; i < c.count; ++i)
      want[c.first + i] = pattern[i % c.length];
    bench.run("own_fill", {c.count}, {64}, numbers, bench.input(pattern),
              static_cast<cl_uint>(c.length), static_cast<cl_uint>(c.first),
              static_cast<cl_uint>(c.count));
    bench.expect(bench.read<cl_int>(numbers, c.numbers), want,
                 fmt::format("{} numbers, length = {}, first = {}, count = {}", c.numbers, c.length,
                             c.first, c.count));
    bench.allow("own_fill", {.global_loads = c.count, .global_stores = c.count});
  }
}
