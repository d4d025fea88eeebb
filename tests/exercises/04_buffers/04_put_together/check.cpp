#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <random>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t tiles, side;
  };
  const std::vector<Case> all{{2, 1}, {1, 5}, {3, 4}, {4, 3}, {5, 13}};
  for (const Case& c : bench.sizes<Case>(all, {all[0], all[1], all[2], all[3]})) {
    std::vector<cl_uint> order(c.tiles * c.tiles);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(order.size())));
    if (order.size() > 2) // a cycle of three: not the same backwards
      std::rotate(order.begin(), order.begin() + 1, order.begin() + 3);
    const std::size_t columns = c.tiles * c.side, n = columns * columns;
    const std::vector<float> picture = bench.random(n);
    std::vector<float> puzzle(n);
    for (std::size_t place = 0; place < order.size(); ++place)
      for (std::size_t y = 0; y < c.side; ++y)
        for (std::size_t x = 0; x < c.side; ++x) {
          const auto at = [&](std::size_t tile) {
            return (tile / c.tiles * c.side + y) * columns + tile % c.tiles * c.side + x;
          };
          puzzle[at(place)] = picture[at(order[place])];
        }
    const auto out = bench.output<float>(n);
    bench.run("put_together", {n}, {64}, bench.input(puzzle), bench.input(order), out.buffer,
              static_cast<cl_uint>(c.tiles), static_cast<cl_uint>(c.side));
    bench.expect(out, {picture.begin(), picture.end()}, {},
                 fmt::format("tiles = {}, side = {}", c.tiles, c.side), columns);
    bench.allow("put_together", {.global_loads = 2 * n, .global_stores = n});
  }
}
