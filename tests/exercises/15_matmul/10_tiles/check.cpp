#include "tools/exercise/check.hpp"
#include "tests/exercises/15_matmul/product.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  std::size_t side = bench.in_simulator ? 4 : 16;
  while (side * side > bench.group(256))
    side /= 2;
  if (side < 2)
    throw common::Skip("the work-groups of this device are too small for a tile.");
  bench.build_with(fmt::format("-D SIDE={}", side));
  struct Sizes {
    std::size_t m, n, k;
  };
  for (const Sizes& s : bench.sizes_or_large<Sizes>(
           {Sizes{1, 1, 1}, Sizes{8, 8, 8}, Sizes{5, 9, 11}, Sizes{33, 17, 50}, Sizes{2, 40, 1}},
           Sizes{256, 256, 256})) {
    if (bench.in_simulator && s.m > 20)
      continue;
    const std::vector<float> a = bench.random(s.m * s.k), b = bench.random(s.k * s.n);
    const std::vector<double> want = matmul_exercises::product(a, b, s.m, s.n, s.k);
    const auto c = bench.output<float>(want.size());
    bench.run("product", {s.n, s.m}, {side, side}, bench.input(a), bench.input(b), c.buffer,
              static_cast<cl_uint>(s.m), static_cast<cl_uint>(s.n), static_cast<cl_uint>(s.k));
    bench.expect(c, want, common::sum_tolerance(s.k, static_cast<double>(s.k)),
                 fmt::format("m = {}, n = {}, k = {}, SIDE = {}", s.m, s.n, s.k, side), s.n);
    bench.allow("product", {.global_loads = s.m * s.k * ((s.n + side - 1) / side) +
                                            s.k * s.n * ((s.m + side - 1) / side),
                            .global_stores = s.m * s.n});
  }
}
