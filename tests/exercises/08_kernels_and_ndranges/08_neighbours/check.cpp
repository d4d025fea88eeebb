#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <utility>

EXERCISE_CHECK(bench) {
  for (const auto& [width, height] :
       {std::pair{3, 3}, std::pair{1, 1}, std::pair{31, 17}, std::pair{1, 23}, std::pair{40, 2}}) {
    const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    // The task's example first: all of them alive.
    const std::vector<cl_int> cells =
        width == 3 ? std::vector<cl_int>(count, 1) : bench.random_ints(count, 0, 1);
    const auto alive = [&, w = width, h = height](int x, int y) {
      return x >= 0 && x < w && y >= 0 && y < h ? cells[static_cast<std::size_t>(y * w + x)] : 0;
    };
    std::vector<cl_int> want;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        want.push_back(alive(x - 1, y - 1) + alive(x, y - 1) + alive(x + 1, y - 1) +
                       alive(x - 1, y) + alive(x + 1, y) + alive(x - 1, y + 1) + alive(x, y + 1) +
                       alive(x + 1, y + 1));
    const auto out = bench.output<cl_int>(count);
    bench.run("neighbours", {static_cast<std::size_t>(width), static_cast<std::size_t>(height)},
              {8, 4}, bench.input(cells), out.buffer, static_cast<cl_uint>(width),
              static_cast<cl_uint>(height));
    bench.expect(out, want, fmt::format("{} x {}", width, height),
                 {static_cast<std::size_t>(width)});
  }
}
