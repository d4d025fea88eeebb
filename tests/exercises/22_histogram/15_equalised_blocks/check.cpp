#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, block, levels;
  };
  const std::size_t group = bench.group(bench.in_simulator ? 8 : 64);
  for (const Case& c :
       bench.sizes<Case>({{1, 1, 8, 16}, {31, 17, 8, 256}, {64, 32, 16, 100}, {50, 33, 7, 24}},
                         {{11, 7, 4, 6}})) {
    const auto wide = static_cast<std::size_t>(c.width), high = static_cast<std::size_t>(c.height);
    const std::vector<cl_int> numbers = bench.random_ints(wide * high, 0, c.levels - 1);
    std::vector<cl_uchar> in;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) // darker to the left
        in.push_back(static_cast<cl_uchar>(numbers[in.size()] * (x + 3) / (c.width + 3)));
    const int columns = (c.width + c.block - 1) / c.block,
              rows = (c.height + c.block - 1) / c.block;
    const auto blocks = static_cast<std::size_t>(columns * rows),
               levels = static_cast<std::size_t>(c.levels);
    std::vector<cl_int> sums(blocks * levels), want(in.size());
    const auto block_of = [&](int column, int row) {
      return static_cast<std::size_t>(row * columns + column);
    };
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x)
        for (std::size_t v = in [static_cast<std::size_t>(y) * wide + static_cast<std::size_t>(x)];
             v < levels; ++v)
          ++sums[levels * block_of(x / c.block, y / c.block) + v];
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) {
        const std::size_t at = static_cast<std::size_t>(y) * wide + static_cast<std::size_t>(x);
        cl_int below = 0, all = 0;
        for (int row = 0; row < rows; ++row)
          for (int column = 0; column < columns; ++column) {
            const int dx = column - x / c.block, dy = row - y / c.block;
            if (dx * dx > 1 || dy * dy > 1)
              continue;
            below += sums[levels * block_of(column, row) + in[at]];
            all += sums[levels * block_of(column, row) + levels - 1];
          }
        want[at] = (below * (c.levels - 1) + all / 2) / all;
      }
    const std::string where = fmt::format("{} x {} pixels, blocks of {}, {} levels", c.width,
                                          c.height, c.block, c.levels);
    const cl::Buffer picture = bench.input(in);
    const auto stored = bench.output<cl_int>(sums.size());
    bench.run("block_sums", {blocks * group}, {group}, picture, c.width, c.height, c.block,
              c.levels, stored.buffer, cl::Local(levels * sizeof(cl_uint)),
              cl::Local(levels * sizeof(cl_uint)));
    bench.expect(stored, sums, where + ", the sums: a row for each block", {levels});
    const auto out = bench.output<cl_uchar>(in.size());
    bench.run("equalise", {wide, high}, {8, 8}, picture, c.width, c.height, c.block, c.levels,
              stored.buffer, out.buffer);
    const std::vector<cl_uchar> got = bench.read(out, where);
    bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, where, {wide});
  }
}
