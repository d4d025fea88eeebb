#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, block, levels;
    cl_uint limit;
  };
  const std::size_t group = bench.group(bench.in_simulator ? 8 : 64);
  for (const Case& c : bench.sizes<Case>({{1, 1, 8, 16, 1},
                                          {31, 17, 8, 256, 3},
                                          {64, 32, 16, 100, 256},
                                          {50, 33, 7, 24, 4},
                                          {97, 80, 32, 256, 12}},
                                         {{11, 7, 4, 6, 2}})) {
    const auto wide = static_cast<std::size_t>(c.width), high = static_cast<std::size_t>(c.height);
    const std::vector<cl_int> numbers = bench.random_ints(wide * high, 0, c.levels - 1);
    std::vector<cl_uchar> in;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) { // darker to the left, and a plain sky on top
        const int noise = numbers[in.size()];
        in.push_back(static_cast<cl_uchar>(3 * y < c.height ? c.levels * 2 / 3 + noise % 2
                                                            : noise * (x + 3) / (c.width + 3)));
      }
    const int columns = (c.width + c.block - 1) / c.block,
              rows = (c.height + c.block - 1) / c.block;
    const auto levels = static_cast<std::size_t>(c.levels);
    std::vector<cl_int> tables;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        std::vector<cl_int> counts(levels);
        cl_int n = 0;
        for (int y = row * c.block; y < std::min((row + 1) * c.block, c.height); ++y)
          for (int x = column * c.block; x < std::min((column + 1) * c.block, c.width); ++x, ++n)
            ++counts[in[static_cast<std::size_t>(y) * wide + static_cast<std::size_t>(x)]];
        const auto limit = static_cast<cl_int>(c.limit);
        cl_int excess = 0, sum = 0;
        for (const cl_int count : counts)
          excess += std::max(count - limit, 0);
        for (int v = 0; v < c.levels; ++v) {
          sum += std::min(counts[static_cast<std::size_t>(v)], limit) + excess / c.levels +
                 (v < excess % c.levels ? 1 : 0);
          tables.push_back((sum * (c.levels - 1) + n / 2) / n);
        }
      }
    // The blocks on both sides of a pixel, and how much of the second one it takes, of 2 * block.
    struct Between {
      int first, second, part;
      Between(int at, int block, int blocks) {
        const int halves = std::max(2 * at + 1 - block, 0);
        first = std::min(halves / (2 * block), blocks - 1);
        second = std::min(first + 1, blocks - 1);
        part = halves - first * 2 * block;
      }
    };
    std::vector<cl_int> want;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) {
        const Between h(x, c.block, columns), v(y, c.block, rows);
        const std::size_t level = in[want.size()];
        const auto entry = [&](int row, int column) {
          return tables[levels * static_cast<std::size_t>(row * columns + column) + level];
        };
        const auto mixed = [&](int row) {
          return entry(row, h.first) * (2 * c.block - h.part) + entry(row, h.second) * h.part;
        };
        want.push_back((mixed(v.first) * (2 * c.block - v.part) + mixed(v.second) * v.part +
                        2 * c.block * c.block) /
                       (4 * c.block * c.block));
      }
    const std::string where =
        fmt::format("{} x {} pixels, blocks of {}, {} levels, at most {} pixels a level", c.width,
                    c.height, c.block, c.levels, c.limit);
    const cl::Buffer picture = bench.input(in);
    const auto stored = bench.output<cl_uchar>(tables.size());
    bench.run("block_tables", {static_cast<std::size_t>(columns * rows) * group}, {group}, picture,
              c.width, c.height, c.block, c.levels, c.limit, stored.buffer,
              cl::Local(levels * sizeof(cl_uint)), cl::Local(levels * sizeof(cl_uint)));
    const std::vector<cl_uchar> got_tables = bench.read(stored, where);
    bench.expect(std::vector<cl_int>(got_tables.begin(), got_tables.end()), tables,
                 where + ", the tables: a row for each block", {levels});
    const auto out = bench.output<cl_uchar>(in.size());
    bench.run("mix_tables", {wide, high}, {8, 8}, picture, c.width, c.height, c.block, c.levels,
              stored.buffer, out.buffer);
    const std::vector<cl_uchar> got = bench.read(out, where);
    bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, where, {wide});
  }
}
