#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t m, n, k, count, gap; // gap: numbers between two matrices
    bool one_b;
  };
  for (const Case& c :
       {Case{1, 1, 1, 1, 0, false}, Case{3, 2, 4, 5, 0, false}, Case{2, 5, 3, 3, 7, false},
        Case{4, 3, 2, 6, 2, true}, Case{17, 9, 33, 13, 0, false}}) {
    if (bench.in_simulator && c.m > 10)
      continue;
    const std::size_t stride_a = c.m * c.k + c.gap, stride_b = c.one_b ? 0 : c.k * c.n + c.gap;
    const std::size_t stride_c = c.m * c.n + c.gap;
    // Room for products beyond the last one, which must stay as it was, like what is between two matrices of C.
    const std::size_t room = c.count + 3;
    const std::vector<float> a = bench.random(room * stride_a);
    const std::vector<float> b = bench.random(room * stride_b + c.k * c.n);
    const std::vector<float> before = bench.random(room * stride_c);
    std::vector<double> want(before.begin(), before.end());
    const std::string where =
        fmt::format("{} products, m = {}, n = {}, k = {}{}{}", c.count, c.m, c.n, c.k,
                    c.gap > 0 ? fmt::format(", {} numbers between matrices", c.gap) : "",
                    c.one_b ? ", all with the same B" : "");
    for (std::size_t p = 0; p < c.count; ++p)
      for (std::size_t row = 0; row < c.m; ++row)
        for (std::size_t column = 0; column < c.n; ++column) {
          double sum = 0.0;
          for (std::size_t i = 0; i < c.k; ++i)
            sum += double{a[p * stride_a + row * c.k + i]} * b[p * stride_b + i * c.n + column];
          want[p * stride_c + row * c.n + column] = sum;
        }
    const cl::Buffer out = bench.input(before);
    bench.run("products", {c.n, c.m, c.count + 1}, {4, 4, 4}, bench.input(a), bench.input(b), out,
              static_cast<cl_uint>(c.m), static_cast<cl_uint>(c.n), static_cast<cl_uint>(c.k),
              static_cast<cl_uint>(stride_a), static_cast<cl_uint>(stride_b),
              static_cast<cl_uint>(stride_c), static_cast<cl_uint>(c.count));
    bench.expect(bench.read<float>(out, want.size()), want,
                 common::sum_tolerance(c.k, static_cast<double>(c.k)), where);
  }
}
