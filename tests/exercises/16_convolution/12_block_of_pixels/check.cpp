#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t width, height, block_width, block_height;
  };
  for (const Case& c :
       bench.sizes_or_large<Case>({Case{3, 3, 2, 2}, Case{31, 17, 2, 2}, Case{18, 13, 4, 1},
                                   Case{9, 20, 1, 3}, Case{64, 48, 3, 5}},
                                  Case{1024, 768, 3, 5})) {
    if (bench.in_simulator && c.width > 31)
      continue;
    bench.build_with(fmt::format("-D WIDTH={} -D HEIGHT={}", c.block_width, c.block_height));
    const std::vector<float> in = bench.random(c.width * c.height), weights = bench.random(9);
    const std::size_t wide = c.width - 2, high = c.height - 2;
    std::vector<double> want;
    for (std::size_t y = 0; y < high; ++y)
      for (std::size_t x = 0; x < wide; ++x) {
        double sum = 0.0;
        for (std::size_t i = 0; i < 9; ++i)
          sum += double{weights[i]} * in[(y + i / 3) * c.width + x + i % 3];
        want.push_back(sum);
      }
    const auto out = bench.output<float>(want.size());
    const std::size_t across = (wide + c.block_width - 1) / c.block_width;
    const std::size_t down = (high + c.block_height - 1) / c.block_height;
    bench.run("filter", {across, down}, {4, 4}, bench.input(in), bench.input(weights), out.buffer,
              static_cast<cl_int>(c.width), static_cast<cl_int>(c.height));
    bench.expect(out, want, common::sum_tolerance(9, 9.0),
                 fmt::format("{} x {} pixels, blocks of {} x {}", c.width, c.height, c.block_width,
                             c.block_height),
                 wide);
    // The pixels under each block, as far as there are any.
    std::size_t reads = 0;
    for (std::size_t top = 0; top < high; top += c.block_height)
      for (std::size_t left = 0; left < wide; left += c.block_width)
        reads += std::min(c.block_height + 2, c.height - top) *
                 std::min(c.block_width + 2, c.width - left);
    bench.allow("filter", {.global_loads = reads,
                           .global_stores = want.size(),
                           .constant_loads = 9 * across * down * c.block_width * c.block_height});
  }
}
