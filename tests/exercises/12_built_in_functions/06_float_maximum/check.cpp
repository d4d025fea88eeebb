#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    float scale, place; // of the largest: 0 at the beginning, 1 at the end
  };
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31}))
    for (const Case& c : {Case{1.0F, 0.0F}, Case{1e-3F, 0.7F}, Case{1e6F, 1.0F}}) {
      std::vector<float> in = bench.random(n, 0.0F, c.scale);
      in[static_cast<std::size_t>(c.place * static_cast<float>(n - 1))] = 1.25F * c.scale;
      const cl::Buffer result = bench.input(std::vector<cl_int>{0});
      bench.run("largest", {n}, {64}, bench.input(in), result, static_cast<cl_uint>(n));
      const cl_int bits = bench.read<cl_int>(result, 1)[0];
      float got = 0.0F;
      std::memcpy(&got, &bits, sizeof got);
      bench.expect(std::vector<float>{got},
                   std::vector<double>{*std::max_element(in.begin(), in.end())}, {},
                   fmt::format("n = {}, numbers up to {}", n, 1.25F * c.scale));
    }
}
