#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Operation {
    const char* name;
    double (*compute)(double, double);
  };
  constexpr Operation operations[] = {{"add", [](double a, double b) { return a + b; }},
                                      {"subtract", [](double a, double b) { return a - b; }},
                                      {"multiply", [](double a, double b) { return a * b; }},
                                      {"divide", [](double a, double b) { return a / b; }}};
  for (const Operation& operation : operations)
    for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
      const std::vector<float> a = bench.random(n), b = bench.random(n, 1.0F, 4.0F);
      std::vector<double> want(n);
      for (std::size_t i = 0; i < n; ++i)
        want[i] = operation.compute(a[i], b[i]);
      const auto out = bench.output<float>(n);
      bench.run(operation.name, {n}, {64}, bench.input(a), bench.input(b), out.buffer,
                static_cast<cl_uint>(n));
      bench.expect(out, want, {1e-6, 1e-6}, fmt::format("{}, n = {}", operation.name, n));
    }
}
