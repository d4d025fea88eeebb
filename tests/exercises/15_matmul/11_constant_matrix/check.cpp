#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  bench.build_with("-D MOST=16");
  struct Sizes {
    std::size_t rows, inner, columns;
  };
  for (const Sizes& s :
       bench.sizes_or_large<Sizes>({Sizes{1, 1, 1}, Sizes{5, 3, 2}, Sizes{3, 2, 16},
                                    Sizes{100, 7, 16}, Sizes{31, 40, 9}, Sizes{257, 64, 1}},
                                   Sizes{65536, 16, 16})) {
    if (bench.in_simulator && s.rows > 31)
      continue;
    const std::vector<float> a = bench.random(s.rows * s.inner),
                             b = bench.random(s.inner * s.columns);
    std::vector<double> want(s.rows * s.columns, 0.0);
    for (std::size_t row = 0; row < s.rows; ++row)
      for (std::size_t column = 0; column < s.columns; ++column)
        for (std::size_t k = 0; k < s.inner; ++k)
          want[row * s.columns + column] +=
              double{a[row * s.inner + k]} * b[k * s.columns + column];
    const auto out = bench.output<float>(want.size());
    bench.run("product", {s.columns, s.rows}, {4, 4}, bench.input(a), bench.input(b), out.buffer,
              static_cast<cl_uint>(s.rows), static_cast<cl_uint>(s.inner),
              static_cast<cl_uint>(s.columns));
    bench.expect(out, want, {1e-5, 1e-5},
                 fmt::format("{} x {} times {} x {}", s.rows, s.inner, s.inner, s.columns),
                 s.columns);
    bench.allow("product", {.global_loads = a.size(),
                            .global_stores = want.size(),
                            .constant_loads = s.rows * b.size()});
  }
}
