#include "tools/exercise/check.hpp"

#include <array>
#include <string>

EXERCISE_CHECK(bench) {
  using Point = std::array<int, 2>;
  const auto turn = [](Point p) { return Point{-p[1], p[0]}; };
  const auto scale = [](Point p) { return Point{3 * p[0], p[1]}; };
  const auto move = [](Point p) { return Point{p[0] + 10, p[1]}; };
  const Point p{1, 2};
  bench.expect_answer("turned, x", std::to_string(turn(p)[0]));
  bench.expect_answer("turned, y", std::to_string(turn(p)[1]));
  bench.expect_answer("turned, then scaled, x", std::to_string(scale(turn(p))[0]));
  bench.expect_answer("scaled, then turned, x", std::to_string(turn(scale(p))[0]));
  bench.expect_answer("turned, then moved, then scaled, x",
                      std::to_string(scale(move(turn(p)))[0]));
  bench.expect_answer("first turn, then scale", "SR");
  bench.expect_answer("products, one after the other", std::to_string(3 * 1000));
  bench.expect_answer("products, merged", std::to_string(1000));
}
