#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, side, threshold, largest;
  };
  for (const Case& k : {Case{9, 9, 4, 200, 255}, Case{31, 17, 8, 700, 255},
                        Case{16, 16, 16, 0, 255}, Case{20, 12, 2, 3, 3}, Case{5, 5, 6, 0, 255}}) {
    const auto wide = static_cast<std::size_t>(k.width), high = static_cast<std::size_t>(k.height);
    const std::vector<cl_int> pixels = bench.random_ints(wide * high, 0, k.largest);
    std::vector<cl_uint> table((wide + 1) * (high + 1), 4294967000U); // wraps around
    for (std::size_t y = 0; y < high; ++y)
      for (std::size_t x = 0; x < wide; ++x)
        table[(y + 1) * (wide + 1) + x + 1] =
            static_cast<cl_uint>(pixels[y * wide + x]) + table[y * (wide + 1) + x + 1] +
            table[(y + 1) * (wide + 1) + x] - table[y * (wide + 1) + x];
    std::vector<cl_int> want;
    for (int y = 0; y + k.side <= k.height; ++y)
      for (int x = 0; x + k.side <= k.width; ++x) {
        int difference = 0;
        for (int j = y; j < y + k.side; ++j)
          for (int i = x; i < x + k.side; ++i)
            difference +=
                (i < x + k.side / 2 ? 1 : -1) * pixels[static_cast<std::size_t>(j * k.width + i)];
        if (std::abs(difference) >= k.threshold)
          want.push_back(y * k.width + x);
      }
    const auto survivors = bench.output<cl_int>(wide * high);
    const cl::Buffer count = bench.input(std::vector<cl_int>{0});
    const std::string where = fmt::format("{} x {} pixels, windows of {}, threshold {}", k.width,
                                          k.height, k.side, k.threshold);
    bench.run("first_stage", {wide, high}, {8, 8}, bench.input(table), k.width, k.height, k.side,
              k.threshold, survivors.buffer, count);
    const cl_int found = bench.read<cl_int>(count, 1).front();
    bench.expect(found == static_cast<cl_int>(want.size()),
                 fmt::format("{}: {} windows survive, but the kernel counted {}.", where,
                             want.size(), found));
    std::vector<cl_int> got = bench.read(survivors, where);
    got.resize(want.size());
    std::sort(got.begin(), got.end());
    if (!want.empty())
      bench.expect(got, want, where);
    const auto windows = static_cast<std::size_t>(std::max(k.width - k.side + 1, 0) *
                                                  std::max(k.height - k.side + 1, 0));
    bench.allow("first_stage", {.global_loads = 6 * windows + want.size()});
  }
}
