#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31}))
    for (const float scale : {1.0F, 1e-3F, 1e6F}) {
      std::vector<float> in = bench.random(n, 0.0F, 1.0F);
      for (float& x : in)
        x *= scale;
      const cl::Buffer result = bench.input(std::vector<cl_int>{0});
      bench.run("largest", {n}, {64}, bench.input(in), result, static_cast<cl_uint>(n));
      const cl_int bits = bench.read<cl_int>(result, 1)[0];
      float got = 0.0F;
      std::memcpy(&got, &bits, sizeof got);
      bench.expect(std::vector<float>{got},
                   std::vector<double>{*std::max_element(in.begin(), in.end())}, {},
                   fmt::format("n = {}, numbers up to {}", n, scale));
    }
}
