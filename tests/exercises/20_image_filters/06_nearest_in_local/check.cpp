#include "tools/exercise/check.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace nearest_in_local {

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

} // namespace nearest_in_local

EXERCISE_CHECK(bench) {
  std::size_t side = 8;
  while (side * side > bench.group(64))
    side /= 2;
  struct Size {
    int width, height, radius;
  };
  for (const Size& s : bench.sizes_or_large<Size>(
           {Size{1, 1, 2}, Size{31, 17, 2}, Size{16, 24, 1}, Size{50, 33, 4}}, Size{320, 240, 4})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    bench.build_with(fmt::format("-D SIDE={} -D RADIUS={}", side, s.radius));
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    std::vector<float> in;
    for (const cl_int value : bench.random_ints(4 * wide * high, 0, 255))
      in.push_back(static_cast<float>(value));
    const auto out = bench.output<float>(in.size());
    bench.run("snn", {wide, high}, {side, side}, bench.input(in), out.buffer, s.width, s.height);
    bench.expect(out, nearest_in_local::snn(in, s.width, s.height, s.radius, 1), {1e-3, 0.0},
                 fmt::format("{} x {} pixels, radius {}", s.width, s.height, s.radius),
                 {wide, exercise::rgba});
    const std::size_t groups = ((wide + side - 1) / side) * ((high + side - 1) / side);
    const std::size_t tile = side + 2 * static_cast<std::size_t>(s.radius);
    const auto window = static_cast<std::size_t>((2 * s.radius + 1) * (2 * s.radius + 1));
    bench.allow("snn", {.global_loads = 4 * groups * tile * tile, // floats
                        .global_stores = in.size(),
                        .local_loads = in.size() * window});
  }
}
