#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 64, 1000}, {1, 31, 100})) {
    const std::vector<float> data = bench.random(n);
    std::vector<double> want(data.begin() + 1, data.end());
    want.push_back(0.0);
    const auto out = bench.output<float>(n);
    bench.run("shift", {n}, {64}, bench.input(data), out.buffer, static_cast<cl_uint>(n));
    bench.expect(out, want, {}, fmt::format("n = {}", n));
  }
}
