#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Picture {
    cl_uint width, height, parts;
  };
  std::vector<Picture> pictures{{3, 5, 2}, {31, 4, 3}};
  if (!bench.in_simulator)
    pictures.insert(pictures.end(), {{1, 1, 1}, {1, 100, 7}, {257, 33, 4}, {640, 48, 2}});
  for (const auto& [width, height, parts] : pictures)
    for (cl_uint part = 0; part < std::min(parts, height); ++part) {
      std::vector<cl_int> want;
      for (cl_uint row = part; row < height; row += parts)
        for (cl_uint column = 0; column < width; ++column)
          want.push_back(static_cast<cl_int>(1000 * row + column));
      const auto mine = bench.output<cl_int>(want.size());
      bench.run("every_nth_row", {want.size() + 5}, {16}, mine.buffer, width, height, part, parts);
      bench.expect(
          mine, want,
          fmt::format("a picture of {} x {} pixels, device {} of {}", width, height, part, parts),
          {width});
      bench.allow("every_nth_row", {.global_loads = 0, .global_stores = want.size()});
    }
}
