#include "tools/exercise/check.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace mirror_pairs {

// The SNN mean of each pixel: `pairs` pairs of mirror pixels, of equals the first.
inline std::vector<double> snn(const std::vector<float>& in, int width, int height, int radius,
                               int pairs) {
  std::vector<double> want(in.size(), 0.0);
  const auto at = [&](int x, int y) {
    return static_cast<std::size_t>(
        4 * (std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)));
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const std::size_t centre = at(x, y);
      const auto difference = [&](std::size_t p) {
        double sum = 0.0;
        for (std::size_t c = 0; c < 3; ++c)
          sum += (double{in[p + c]} - in[centre + c]) * (double{in[p + c]} - in[centre + c]);
        return sum;
      };
      int count = 0;
      for (int v = -radius; v <= 0; ++v)
        for (int u = -radius; u <= (pairs == 2 || v == 0 ? 0 : radius); ++u) {
          std::size_t best = at(x + u, y + v);
          const std::array<std::size_t, 3> others{at(x - u, y - v), at(x - u, y + v),
                                                  at(x + u, y - v)};
          for (std::size_t k = 0; k < (pairs == 2 ? 3U : 1U); ++k)
            if (difference(others[k]) < difference(best))
              best = others[k];
          for (std::size_t c = 0; c < 3; ++c)
            want[centre + c] += in[best + c];
          ++count;
        }
      for (std::size_t c = 0; c < 3; ++c)
        want[centre + c] /= count;
      want[centre + 3] = in[centre + 3];
    }
  return want;
}

} // namespace mirror_pairs

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height, radius;
  };
  for (const Size& s : {Size{1, 1, 2}, Size{31, 17, 2}, Size{5, 23, 1}, Size{40, 30, 4}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    std::vector<float> in;
    for (const cl_int value :
         bench.random_ints(static_cast<std::size_t>(4 * s.width * s.height), 0, 15))
      in.push_back(static_cast<float>(value)); // few values: many are equally near
    const auto out = bench.output<float>(in.size());
    bench.run("snn", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)},
              {8, 4}, bench.input(in), out.buffer, s.width, s.height, s.radius);
    bench.expect(out, mirror_pairs::snn(in, s.width, s.height, s.radius, 1), {1e-4, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius),
                 {static_cast<std::size_t>(s.width), exercise::rgba});
  }
}
