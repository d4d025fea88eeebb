#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const int side : {1, 8, 31}) {
    const std::size_t n = bench.in_simulator ? 60 : 5000;
    const std::vector<float> bodies = bench.random(4 * n, -1.2F, 1.2F);
    const auto pixels = static_cast<std::size_t>(side * side);
    std::vector<cl_int> want(pixels, 0);
    for (std::size_t i = 0; i < n; ++i) {
      const float x = 0.5F * (bodies[4 * i] + 1.0F) * static_cast<float>(side);
      const float y = 0.5F * (1.0F - bodies[4 * i + 1]) * static_cast<float>(side);
      if (x >= 0.0F && x < static_cast<float>(side) && y >= 0.0F && y < static_cast<float>(side))
        ++want[static_cast<std::size_t>(static_cast<int>(y) * side + static_cast<int>(x))];
    }
    const cl::Buffer picture = bench.input(std::vector<cl_int>(pixels, 0));
    bench.run("project", {n}, {bench.group(16)}, bench.input(bodies), picture, static_cast<int>(n),
              side);
    bench.expect(bench.read<cl_int>(picture, pixels), want, fmt::format("{0} x {0} pixels", side),
                 static_cast<std::size_t>(side));
  }
}
