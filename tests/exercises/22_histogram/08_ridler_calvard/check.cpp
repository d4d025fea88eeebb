#include "tools/exercise/check.hpp"

#include <array>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Picture {
    const char* name;
    int dark, bright; // the levels of two peaks
    cl_int most;
  };
  for (const Picture& p : {Picture{"two peaks", 40, 190, 1000}, Picture{"too dark", 10, 45, 1000},
                           Picture{"too bright", 180, 230, 1000}, Picture{"one level", 77, 77, 500},
                           Picture{"black", 0, 0, 500}, Picture{"large", 30, 200, 4000000}}) {
    std::vector<cl_uint> counts(256);
    const std::vector<cl_int> heights = bench.random_ints(18, 1, p.most);
    if (p.dark == p.bright)
      counts[static_cast<std::size_t>(p.dark)] = static_cast<cl_uint>(heights[0]);
    else
      for (int k = -4; k <= 4; ++k) {
        counts[static_cast<std::size_t>(p.dark + k)] =
            static_cast<cl_uint>(heights[static_cast<std::size_t>(k + 4)]);
        counts[static_cast<std::size_t>(p.bright + k)] =
            static_cast<cl_uint>(heights[static_cast<std::size_t>(k + 13)]);
      }
    cl_ulong t = 128, next = 128;
    std::array<cl_ulong, 2> pixels{}, sums{};
    do {
      t = next;
      pixels = sums = {};
      for (std::size_t level = 0; level < 256; ++level) {
        pixels[level >= t] += counts[level];
        sums[level >= t] += level * counts[level];
      }
      next = pixels[0] == 0   ? sums[1] / pixels[1]
             : pixels[1] == 0 ? sums[0] / pixels[0]
                              : (sums[0] / pixels[0] + sums[1] / pixels[1]) / 2;
    } while (next != t);
    const std::vector<cl_int> want{static_cast<cl_int>(t), static_cast<cl_int>(pixels[1]),
                                   static_cast<cl_int>(pixels[1] > 0 ? sums[1] / pixels[1] : 0)};
    const auto out = bench.output<cl_int>(3);
    bench.run("threshold", {1}, {1}, bench.input(counts), out.buffer);
    bench.expect(out, want, fmt::format("the picture \"{}\"", p.name));
  }
}
