#include "tools/exercise/check.hpp"
#include "tests/exercises/15_matmul/product.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Sizes {
    std::size_t m, n, k;
  };
  for (const Sizes& s :
       {Sizes{1, 1, 1}, Sizes{8, 8, 8}, Sizes{5, 9, 3}, Sizes{33, 17, 50}, Sizes{2, 40, 1}}) {
    if (bench.in_simulator && s.m > 20)
      continue;
    const std::vector<float> a = bench.random(s.m * s.k), b = bench.random(s.k * s.n);
    const std::vector<double> want = matmul_exercises::product(a, b, s.m, s.n, s.k);
    const auto c = bench.output<float>(want.size());
    bench.run("product", {s.n, s.m}, {8, 8}, bench.input(a), bench.input(b), c.buffer,
              static_cast<cl_uint>(s.m), static_cast<cl_uint>(s.n), static_cast<cl_uint>(s.k));
    bench.expect(c, want, common::sum_tolerance(s.k, static_cast<double>(s.k)),
                 fmt::format("m = {}, n = {}, k = {}", s.m, s.n, s.k), s.n);
    bench.allow("product", {.global_loads = 2 * s.m * s.n * s.k, .global_stores = s.m * s.n});
  }
}
