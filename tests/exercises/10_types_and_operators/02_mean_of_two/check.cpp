#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
    const std::vector<cl_int> a = bench.random_ints(4 * n, 0, 255),
                              b = bench.random_ints(4 * n, 0, 255);
    std::vector<cl_int> want(4 * n);
    for (std::size_t i = 0; i < want.size(); ++i)
      want[i] = (a[i] + b[i]) / 2;
    const auto out = bench.output<cl_uchar>(4 * n);
    bench.run("mean", {n}, {64}, bench.input(std::vector<cl_uchar>(a.begin(), a.end())),
              bench.input(std::vector<cl_uchar>(b.begin(), b.end())), out.buffer,
              static_cast<cl_uint>(n));
    const std::vector<cl_uchar> got = bench.read(out);
    bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, fmt::format("n = {}", n),
                 exercise::Layout(0, {"x", "y", "z", "w"}).from("a", a).from("b", b));
    bench.allow("mean", {.global_loads = 2 * n});
  }
}
