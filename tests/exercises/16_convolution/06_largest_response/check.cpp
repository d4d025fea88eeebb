#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t width, height, count;
  };
  for (const Case& c : {Case{3, 3, 1}, Case{31, 17, 5}, Case{8, 23, 2}, Case{64, 48, 12}}) {
    if (bench.in_simulator && c.height > 17)
      continue;
    // Bright pixels and dark weights in one case: all responses are negative, and far from 0.
    const bool dark = c.count == 5;
    const float bright = dark ? 1e6F : 1.0F;
    const std::vector<float> in =
        bench.random(c.width * c.height, dark ? 0.5F * bright : -1.0F, bright);
    const std::vector<float> filters = bench.random(9 * c.count, -1.0F, dark ? -0.1F : 1.0F);
    const std::size_t wide = c.width - 2, high = c.height - 2;
    std::vector<double> want;
    for (std::size_t y = 0; y < high; ++y)
      for (std::size_t x = 0; x < wide; ++x) {
        double largest = -1e30;
        for (std::size_t f = 0; f < c.count; ++f) {
          double sum = 0.0;
          for (std::size_t i = 0; i < 9; ++i)
            sum += double{filters[9 * f + i]} * in[(y + i / 3) * c.width + x + i % 3];
          largest = std::max(largest, sum);
        }
        want.push_back(largest);
      }
    const auto out = bench.output<float>(want.size());
    bench.run("largest_response", {wide, high}, {8, 4}, bench.input(in), bench.input(filters),
              static_cast<cl_int>(c.count), out.buffer, static_cast<cl_int>(c.width),
              static_cast<cl_int>(c.height));
    bench.expect(out, want, common::sum_tolerance(10, 9.0 * double{bright}),
                 fmt::format("{} filters, {} x {} pixels", c.count, c.width, c.height), wide);
    bench.allow("largest_response", {.global_loads = 9 * want.size(),
                                     .global_stores = want.size(),
                                     .constant_loads = 9 * c.count * want.size()});
  }
}
