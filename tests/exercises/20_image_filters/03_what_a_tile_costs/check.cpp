#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto copied = [](int w, int h, int radius) { return (w + 2 * radius) * (h + 2 * radius); };
  const auto each = [&](int w, int h) {
    return fmt::format("{:.1f}", 1.0 * copied(w, h, 5) / (w * h));
  };
  bench.expect_answer("radius 5, group 16x16, pixels copied", std::to_string(copied(16, 16, 5)));
  bench.expect_answer("radius 5, group 16x16, pixels copied for each output", each(16, 16));
  bench.expect_answer("radius 5, group 1x1, pixels copied for each output", each(1, 1));
  bench.expect_answer("radius 5, group 256x1, pixels copied for each output", each(256, 1));
  bench.expect_answer("radius 5, group 16x16, bytes of local memory",
                      std::to_string(16 * copied(16, 16, 5)));
  int radius = 0;
  while (16 * copied(16, 16, radius + 1) <= 48 * 1024)
    ++radius;
  bench.expect_answer("largest radius for a group of 16x16 in 48 KiB", std::to_string(radius));
}
