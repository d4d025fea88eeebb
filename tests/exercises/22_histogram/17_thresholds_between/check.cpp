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
    // Marks and noise fill all levels around the thresholds, so that small mistakes change pixels.
    std::vector<cl_uchar> in =
        histogram_exercises::page(bench.random_ints(wide * high, 0, 25), c.width);
    const std::vector<cl_int> all = histogram_exercises::thresholds(in, c.width, c.height, c.block);
    const int columns = (c.width + c.block - 1) / c.block,
              rows = (c.height + c.block - 1) / c.block;
    const std::string where =
        fmt::format("{} x {} pixels, blocks of {}", c.width, c.height, c.block);
    const auto thresholds = bench.output<cl_int>(all.size());
    bench.run("block_thresholds", {all.size() * group}, {group}, bench.input(in), c.width, c.height,
              c.block, thresholds.buffer, cl::Local(256 * sizeof(cl_uint)));
    bench.expect(thresholds, all, where + ", the thresholds", {static_cast<std::size_t>(columns)});
    const std::vector<cl_int> levels = bench.random_ints(wide * high, -6, 6);
    const auto at = [&](int column, int row) {
      return double(all[static_cast<std::size_t>(std::clamp(row, 0, rows - 1) * columns +
                                                 std::clamp(column, 0, columns - 1))]);
    };
    std::vector<double> own;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) {
        const double u = (x + 0.5) / c.block - 0.5, v = (y + 0.5) / c.block - 0.5;
        const int column = static_cast<int>(std::floor(u)), row = static_cast<int>(std::floor(v));
        const double right = u - column, lower = v - row;
        own.push_back((1 - lower) * ((1 - right) * at(column, row) + right * at(column + 1, row)) +
                      lower *
                          ((1 - right) * at(column, row + 1) + right * at(column + 1, row + 1)));
        in[own.size() - 1] = static_cast<cl_uchar>(
            std::clamp(std::lround(own.back()) + levels[own.size() - 1], 0L, 255L));
      }
    const auto out = bench.output<cl_uchar>(in.size());
    bench.run("mark", {wide, high}, {8, 8}, bench.input(in), c.width, c.height, c.block,
              thresholds.buffer, out.buffer);
    const std::vector<cl_uchar> got = bench.read(out, where);
    std::vector<cl_int> want;
    for (std::size_t i = 0; i < in.size(); ++i)
      want.push_back(std::abs(in[i] - own[i]) < 0.01 && (got[i] == 0 || got[i] == 255) ? got[i]
                     : in[i] >= own[i]                                                 ? 255
                                                                                       : 0);
    bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, where, {wide});
  }
}
