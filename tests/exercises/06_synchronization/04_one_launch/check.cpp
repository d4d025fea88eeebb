#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023, 100000}, {1, 31})) {
    const std::vector<float> in = bench.random(n, 1.0F, 2.0F);
    std::vector<double> want_squares, want_steps;
    for (std::size_t i = 0; i < n; ++i) {
      want_squares.push_back(double{in[i]} * in[i]);
      want_steps.push_back(want_squares[i] - (i > 0 ? want_squares[i - 1] : 0.0));
    }
    const auto squares = bench.output<float>(n), steps = bench.output<float>(n);
    const auto count = static_cast<cl_uint>(n);
    bench.run("first", {n}, {16}, bench.input(in), squares.buffer, steps.buffer, count);
    bench.run("second", {n}, {16}, squares.buffer, steps.buffer, count);
    bench.expect(squares, want_squares, {0.0, 1e-6}, fmt::format("n = {}, squares", n));
    bench.expect(steps, want_steps, {2e-6, 0.0}, fmt::format("n = {}, steps", n));
  }
}
