#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t n;
    cl_uint steps;
  };
  const std::vector<Case> all{{1, 2}, {31, 1}, {1000, 100}, {1023, 17}, {5, 0}};
  for (const Case& c : bench.sizes<Case>(all, {all[0], all[1], all[4], {31, 9}})) {
    const std::vector<cl_int> x = bench.random_ints(c.n, 0, 1'000'000'000);
    std::vector<cl_int> want;
    for (const cl_int number : x) {
      auto value = static_cast<cl_uint>(number);
      for (cl_uint step = 0; step < c.steps; ++step)
        value = 1664525U * value + 1013904223U;
      want.push_back(static_cast<cl_int>(value));
    }
    const auto out = bench.output<cl_int>(c.n);
    bench.run("busy", {c.n}, {64}, bench.input(x), out.buffer, c.steps, static_cast<cl_uint>(c.n));
    bench.expect(out, want, fmt::format("n = {}, steps = {}", c.n, c.steps));
    bench.allow("busy", {.global_loads = c.n, .global_stores = c.n});
  }
}
