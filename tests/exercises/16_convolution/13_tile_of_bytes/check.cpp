#include "tools/exercise/check.hpp"
#include "harness/lab/driver_errors.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, extent;
    std::size_t side;
  };
  const bool counted = !bench.in_simulator && harness::counts_local_arrays(bench.session);
  for (const Case& c :
       bench.sizes_or_large<Case>({Case{1, 1, 3, 8}, Case{31, 17, 5, 8}, Case{9, 30, 9, 4},
                                   Case{64, 40, 9, 16}, Case{40, 9, 1, 8}},
                                  Case{320, 240, 9, 16})) {
    if (bench.in_simulator && (c.width > 31 || c.extent > 5))
      continue;
    std::size_t side = c.side;
    while (side * side > bench.group(side * side))
      side /= 2;
    bench.build_with(fmt::format("-D SIDE={} -D EXTENT={}", side, c.extent));
    const auto wide = static_cast<std::size_t>(c.width), high = static_cast<std::size_t>(c.height);
    const auto extent = static_cast<std::size_t>(c.extent);
    const std::vector<cl_int> numbers = bench.random_ints(4 * wide * high, 0, 255);
    const std::vector<cl_uchar> in(numbers.begin(), numbers.end());
    // Eighths, so that the sums are exact; about 1 in all, and half of them negative.
    std::vector<float> weights;
    for (const cl_int w : bench.random_ints(extent * extent, -4, 4))
      weights.push_back(static_cast<float>(w) / 8.0F);
    weights[weights.size() / 2] += 1.0F;
    std::vector<cl_int> want;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x)
        for (std::size_t channel = 0; channel < 4; ++channel) {
          const auto at = [&](int px, int py) -> double {
            return in[4 * static_cast<std::size_t>(std::clamp(py, 0, c.height - 1) * c.width +
                                                   std::clamp(px, 0, c.width - 1)) +
                      channel];
          };
          double sum = 0.0;
          for (int j = 0; j < c.extent; ++j)
            for (int i = 0; i < c.extent; ++i)
              sum += weights[static_cast<std::size_t>(j * c.extent + i)] *
                     at(x + i - c.extent / 2, y + j - c.extent / 2);
          want.push_back(channel == 3
                             ? static_cast<cl_int>(at(x, y))
                             : static_cast<cl_int>(std::clamp(std::nearbyint(sum), 0.0, 255.0)));
        }
    const auto out = bench.output<cl_uchar>(want.size());
    bench.run("filter", {wide, high}, {side, side}, bench.input(in), bench.input(weights),
              out.buffer, c.width, c.height);
    const std::vector<cl_uchar> got = bench.read(out);
    const std::string where = fmt::format("{} x {} pixels, {} x {} weights, groups of {} x {}",
                                          c.width, c.height, c.extent, c.extent, side, side);
    bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, where, {wide, exercise::rgba});
    const std::size_t tile = side + extent - 1;
    const std::size_t groups = ((wide + side - 1) / side) * ((high + side - 1) / side);
    const auto local =
        bench.kernel("filter").getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(bench.session.device);
    if (counted)
      bench.expect(local <= 4 * tile * tile + 64,
                   fmt::format("{}: a group takes {} bytes of local memory, and {} pixels of four "
                               "bytes are {}.",
                               where, local, tile * tile, 4 * tile * tile));
    bench.allow("filter", {.global_loads = groups * tile * tile,
                           .global_stores = wide * high,
                           .constant_loads = wide * high * extent * extent});
  }
}
