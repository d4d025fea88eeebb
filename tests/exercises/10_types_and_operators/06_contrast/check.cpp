#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31}))
    for (const float factor : {2.0F, 1.25F, 0.5F, -1.0F}) { // products of these are exact
      std::vector<cl_int> bytes = bench.random_ints(4 * n, 0, 255);
      bytes[0] = 129; // in the middle between two numbers with the factor 0.5
      std::vector<cl_int> want(bytes);
      for (std::size_t k = 0; k < want.size(); ++k)
        if (k % 4 != 3)
          want[k] = static_cast<cl_int>(
              std::clamp(std::nearbyint(128 + double{factor} * (bytes[k] - 128)), 0.0, 255.0));
      const auto out = bench.output<cl_uchar>(4 * n);
      bench.run("contrast", {n}, {64},
                bench.input(std::vector<cl_uchar>(bytes.begin(), bytes.end())), out.buffer, factor,
                static_cast<cl_uint>(n));
      const std::vector<cl_uchar> got = bench.read(out);
      bench.expect(std::vector<cl_int>(got.begin(), got.end()), want,
                   fmt::format("n = {}, factor {}", n, factor), {0, exercise::rgba});
      bench.allow("contrast", {.global_loads = n, .global_stores = n});
    }
}
