#include "tools/exercise/check.hpp"
#include "tests/exercises/22_histogram/page.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, block;
  };
  const std::size_t group = bench.group(bench.in_simulator ? 8 : 64);
  for (const Case& c :
       bench.sizes<Case>({{1, 1, 8}, {31, 17, 8}, {64, 48, 16}, {50, 33, 7}}, {{7, 5, 4}})) {
    const auto wide = static_cast<std::size_t>(c.width), high = static_cast<std::size_t>(c.height);
    const std::vector<cl_uchar> in =
        histogram_exercises::page(bench.random_ints(wide * high, 0, 25), c.width);
    const std::vector<cl_int> all = histogram_exercises::thresholds(in, c.width, c.height, c.block);
    const int columns = (c.width + c.block - 1) / c.block,
              rows = (c.height + c.block - 1) / c.block;
    std::vector<cl_int> want;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) {
        int sum = 0, blocks = 0;
        for (int r = -1; r <= 1; ++r)
          for (int q = -1; q <= 1; ++q) {
            const int row = y / c.block + r, column = x / c.block + q;
            if (row < 0 || row >= rows || column < 0 || column >= columns)
              continue;
            sum += all[static_cast<std::size_t>(row * columns + column)];
            ++blocks;
          }
        want.push_back(in[want.size()] >= sum / blocks ? 255 : 0);
      }
    const std::string where =
        fmt::format("{} x {} pixels, blocks of {}", c.width, c.height, c.block);
    const cl::Buffer picture = bench.input(in);
    const auto thresholds = bench.output<cl_int>(all.size());
    bench.run("block_thresholds", {all.size() * group}, {group}, picture, c.width, c.height,
              c.block, thresholds.buffer, cl::Local(256 * sizeof(cl_uint)));
    bench.expect(thresholds, all, where + ", the thresholds", {static_cast<std::size_t>(columns)});
    const auto out = bench.output<cl_uchar>(in.size());
    bench.run("mark", {wide, high}, {8, 8}, picture, c.width, c.height, c.block, thresholds.buffer,
              out.buffer);
    const std::vector<cl_uchar> got = bench.read(out, where);
    bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, where, {wide});
  }
}
