#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height, radius, directions;
  };
  for (const Size& s :
       {Size{1, 1, 2, 3}, Size{31, 17, 2, 4}, Size{5, 23, 1, 1}, Size{40, 30, 4, 8}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const auto pixels = static_cast<std::size_t>(s.width * s.height);
    const int side = 2 * s.radius + 1;
    // Whole numbers are added without rounding, so that equal responses are equal.
    std::vector<float> in, weights;
    for (const cl_int value : bench.random_ints(pixels, -9, 0))
      in.push_back(static_cast<float>(value));
    for (const cl_int value :
         bench.random_ints(static_cast<std::size_t>(s.directions * side * side), 0, 2))
      weights.push_back(static_cast<float>(value));
    std::vector<double> most;
    std::vector<cl_int> best;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x) {
        std::vector<double> sums(static_cast<std::size_t>(s.directions), 0.0);
        for (int d = 0; d < s.directions; ++d)
          for (int j = 0; j < side; ++j)
            for (int i = 0; i < side; ++i)
              sums[static_cast<std::size_t>(d)] +=
                  double{weights[static_cast<std::size_t>((d * side + j) * side + i)]} *
                  in[static_cast<std::size_t>(std::clamp(y + j - s.radius, 0, s.height - 1) *
                                                  s.width +
                                              std::clamp(x + i - s.radius, 0, s.width - 1))];
        const auto found = std::max_element(sums.begin(), sums.end());
        most.push_back(*found);
        best.push_back(static_cast<cl_int>(found - sums.begin()));
      }
    const auto response = bench.output<float>(pixels);
    const auto direction = bench.output<cl_int>(pixels);
    bench.run("strongest", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)},
              {8, 4}, bench.input(in), bench.input(weights), s.radius, s.directions,
              response.buffer, direction.buffer, s.width, s.height);
    const std::string where = fmt::format("{} x {} pixels, radius {}, {} directions", s.width,
                                          s.height, s.radius, s.directions);
    bench.expect(response, most, {1e-3, 0.0}, where + ", response",
                 static_cast<std::size_t>(s.width));
    bench.expect(direction, best, where + ", direction", static_cast<std::size_t>(s.width));
  }
}
