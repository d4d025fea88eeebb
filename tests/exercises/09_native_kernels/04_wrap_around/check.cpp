#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Size = std::pair<std::size_t, std::size_t>;
  const std::vector<Size> all{{1, 1}, {2, 1}, {1, 3}, {2, 2}, {4, 4}, {31, 17}, {17, 40}};
  const std::vector<Size> small{{1, 1}, {1, 3}, {5, 3}};
  for (const auto& [width, height] : bench.sizes(all, small)) {
    const std::vector<cl_int> cells = bench.random_ints(width * height, 0, 1);
    std::vector<cl_int> want(width * height, 0);
    for (std::size_t i = 0; i < want.size(); ++i)
      for (const std::size_t down : {height - 1, height, height + 1})
        for (const std::size_t right : {width - 1, width, width + 1})
          if (down != height || right != width)
            want[i] += cells[(i / width + down) % height * width + (i % width + right) % width];
    const auto count = bench.output<cl_int>(width * height);
    bench.run("neighbours", {width, height}, {8, 8}, bench.input(cells), count.buffer,
              static_cast<cl_uint>(width), static_cast<cl_uint>(height));
    bench.expect(count, want, fmt::format("{} columns, {} rows", width, height), {width});
  }
}
