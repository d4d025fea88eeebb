#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Sizes {
    std::size_t rows, columns, group;
  };
  for (const Sizes& s :
       bench.sizes_or_large<Sizes>({Sizes{1, 1, 16}, Sizes{31, 17, 16}, Sizes{17, 40, 12},
                                    Sizes{200, 333, 64}, Sizes{2, 2100, 16}},
                                   Sizes{1024, 1024, 64})) {
    if (bench.in_simulator && s.rows > 31)
      continue;
    const std::size_t group = bench.group(s.group);
    const std::vector<float> a = bench.random(s.rows * s.columns), x = bench.random(s.columns);
    std::vector<double> want(s.rows, 0.0);
    for (std::size_t i = 0; i < a.size(); ++i)
      want[i / s.columns] += double{a[i]} * x[i % s.columns];
    const auto y = bench.output<float>(s.rows);
    bench.run("matrix_vector", {s.rows}, {group}, bench.input(a), bench.input(x), y.buffer,
              cl::Local(group * sizeof(float)), static_cast<cl_uint>(s.rows),
              static_cast<cl_uint>(s.columns));
    bench.expect(y, want, common::sum_tolerance(s.columns, static_cast<double>(s.columns)),
                 fmt::format("{} x {}, groups of {}", s.rows, s.columns, group));
    bench.allow("matrix_vector",
                {.global_loads = a.size() + s.columns * ((s.rows + group - 1) / group),
                 .global_stores = s.rows});
  }
}
