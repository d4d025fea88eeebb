#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    float low, high;
  };
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31}))
    for (const Case& each : {Case{-1.0F, 1.0F}, Case{0.0F, 3.0F}, Case{-1e6F, -1e-3F}}) {
      const std::vector<float> in = bench.random(n, each.low, each.high);
      const cl::Buffer result = bench.input(std::vector<float>{in[n / 2]});
      bench.run("least", {n}, {64}, bench.input(in), result, static_cast<cl_uint>(n));
      bench.expect(bench.read<float>(result, 1),
                   std::vector<double>{*std::min_element(in.begin(), in.end())}, {},
                   fmt::format("n = {}, numbers from {} to {}", n, each.low, each.high));
    }
}
