#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Size = std::array<std::size_t, 2>;
  for (const auto& [width, height] :
       bench.sizes<Size>({{1, 1}, {5, 3}, {32, 20}, {64, 31}}, {{5, 3}, {4, 4}}))
    for (const int low : {0, 1})
      for (const float limit : {0.0F, 0.25F, 0.6F}) {
        const std::vector<float> X = bench.random(2 * width * height, 1.0F, 2.0F);
        std::vector<double> want;
        for (std::size_t v = 0; v < height; ++v)
          for (std::size_t u = 0; u < width; ++u) {
            const double a =
                2.0 * static_cast<double>(std::min(u, width - u)) / static_cast<double>(width);
            const double b =
                2.0 * static_cast<double>(std::min(v, height - v)) / static_cast<double>(height);
            const bool kept = (std::max(a, b) <= double{limit}) == (low == 1);
            for (const std::size_t i : {0, 1})
              want.push_back(kept ? double{X[2 * (v * width + u) + i]} : 0.0);
          }
        const auto out = bench.output<float>(2 * width * height);
        bench.run("pass", {width, height}, {8, 8}, bench.input(X), out.buffer,
                  static_cast<cl_int>(width), static_cast<cl_int>(height), limit, cl_int{low});
        bench.expect(out, want, {0.0, 1e-6},
                     fmt::format("{} x {}, limit {}, low {}", width, height, limit, low));
      }
}
