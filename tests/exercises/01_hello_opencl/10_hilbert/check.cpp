#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <utility>

EXERCISE_CHECK(bench) {
  using Pixels = std::vector<std::pair<std::size_t, std::size_t>>; // column, row
  // All pixels in the order of the curve, as the task says it.
  const std::function<Pixels(cl_uint)> curve = [&](cl_uint order) -> Pixels {
    if (order == 0)
      return {{0, 0}};
    const Pixels small = curve(order - 1);
    const std::size_t half = std::size_t{1} << (order - 1), last = half - 1;
    Pixels all;
    for (const auto& [column, row] : small)
      all.emplace_back(row, column);
    for (const auto& [column, row] : small)
      all.emplace_back(column, half + row);
    for (const auto& [column, row] : small)
      all.emplace_back(half + column, half + row);
    for (const auto& [column, row] : small)
      all.emplace_back(half + last - row, last - column);
    return all;
  };
  for (const std::size_t order : bench.sizes({0, 1, 2, 3, 5, 8}, {0, 1, 2, 3})) {
    const std::size_t side = std::size_t{1} << order;
    std::vector<cl_int> want(side * side);
    cl_int number = 0;
    for (const auto& [column, row] : curve(static_cast<cl_uint>(order)))
      want[row * side + column] = number++;
    const auto out = bench.output<cl_int>(want.size());
    bench.run("hilbert", {side, side}, {8, 4}, out.buffer, static_cast<cl_uint>(order));
    bench.expect(out, want, fmt::format("order {}", order), exercise::Layout(side).picture());
    bench.allow("hilbert", {.global_loads = 0, .global_stores = want.size()});
  }
}
