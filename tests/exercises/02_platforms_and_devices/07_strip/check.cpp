#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Strip {
    cl_uint width, first_row, rows;
  };
  std::vector<Strip> strips{{31, 0, 3}, {31, 3, 7}, {20, 12, 1}};
  if (!bench.in_simulator)
    strips.insert(strips.end(), {{1, 5, 1}, {100, 31, 10}, {1023, 0, 33}, {1023, 33, 9}});
  for (const auto& [width, first_row, rows] : strips) {
    std::vector<cl_int> want;
    for (cl_uint row = first_row; row < first_row + rows; ++row)
      for (cl_uint column = 0; column < width; ++column)
        want.push_back((column / 8 % 2 == row / 8 % 2) ? 255 : 0);
    const auto board = bench.output<cl_int>(want.size());
    bench.run("strip", {want.size()}, {16}, board.buffer, width, first_row, rows);
    bench.expect(board, want,
                 fmt::format("rows {} to {} of a picture {} pixels wide", first_row,
                             first_row + rows - 1, width),
                 {width});
    bench.allow("strip", {.global_loads = 0, .global_stores = want.size()});
  }
}
