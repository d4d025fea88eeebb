#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Size = std::pair<std::size_t, std::size_t>;
  const std::vector<Size> all{{1, 1}, {3, 2}, {1, 20}, {20, 1}, {31, 17}, {17, 31}};
  const std::vector<Size> small{{1, 1}, {3, 2}, {2, 5}};
  for (const auto& [width, height] : bench.sizes(all, small)) {
    const std::vector<cl_int> price = bench.random_ints(width * height, 1, 99);
    const auto cost = bench.output<cl_int>(width * height);
    const cl::Buffer prices = bench.input(price);
    for (std::size_t d = 0; d + 1 < width + height; ++d)
      bench.run("diagonal", {height}, {16}, prices, cost.buffer, static_cast<cl_uint>(d),
                static_cast<cl_uint>(width), static_cast<cl_uint>(height));
    std::vector<cl_int> want = price;
    for (std::size_t i = 0; i < want.size(); ++i) {
      const bool top = i < width, left = i % width == 0;
      if (!top && !left)
        want[i] += std::min(want[i - width], want[i - 1]);
      else if (!top || !left)
        want[i] += top ? want[i - 1] : want[i - width];
    }
    bench.expect(cost, want, fmt::format("{} columns, {} rows", width, height),
                 exercise::Layout(width).picture());
  }
}
