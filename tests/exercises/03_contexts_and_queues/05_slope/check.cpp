#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Land {
    cl_int width, height, parts;
  };
  std::vector<Land> lands{{1, 1, 1}, {5, 7, 2}, {31, 3, 3}};
  if (!bench.in_simulator)
    lands.insert(lands.end(), {{1, 100, 4}, {100, 1, 1}, {257, 33, 2}, {64, 48, 5}});
  for (const auto& [width, height, parts] : lands) {
    const std::vector<cl_int> heights =
        bench.random_ints(static_cast<std::size_t>(width * height), 0, 60000);
    const cl::Buffer land = bench.input(heights);
    const auto at = [&, width = width, height = height](int x, int y) {
      return heights[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
    };
    for (cl_int part = 0; part < parts; ++part) {
      const cl_int first = height * part / parts, rows = height * (part + 1) / parts - first;
      std::vector<cl_int> want;
      for (cl_int y = first; y < first + rows; ++y)
        for (cl_int x = 0; x < width; ++x)
          want.push_back(at(x + 1, y) - at(x - 1, y) + at(x, y + 1) - at(x, y - 1));
      const auto slope = bench.output<cl_int>(want.size());
      bench.run("slopes", {want.size()}, {16}, land, slope.buffer, width, height, first, rows);
      bench.expect(
          slope, want,
          fmt::format("rows {} to {} of a land of {} x {}", first, first + rows - 1, width, height),
          {static_cast<std::size_t>(width)});
    }
  }
}
