// The same on the host: what others would write, and a fast one to measure devices against.

#include "warp.hpp"

#include "harness/lab/cores.hpp"

#include <algorithm>
#include <cmath>

namespace transforms {

// [plain]
void warp_plain(const harness::ImageF& image, const Matrix& map, Filter filter,
                std::span<float> output) {
  std::size_t n = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const Point p{1.0 * x, 1.0 * y}, from = map(p);
      for (int c = 0; c < image.channels; ++c)
        output[n++] =
            map.w(p) > 0.0 ? static_cast<float>(sample(image, from.x, from.y, c, filter)) : 0.0F;
    }
}
// [/plain]

namespace {

// Outputs side by side, all of whose pixels are there: a loop without a branch, which a compiler turns into vectors.
struct Inside {
  const float* image;
  int width, height;
  float u, v, w;                ///< of the first output, before the division
  float step_u, step_v, step_w; ///< from one output to the next
  float* to;
  int count;
};

__attribute__((always_inline)) inline void mix_inside(const Inside* in) {
  const Inside i = *in;
  const float* __restrict image = i.image;
  float* __restrict to = i.to;
  for (int k = 0; k < i.count; ++k) {
    const auto n = static_cast<float>(k);
    const float one_over_w = 1.0F / (i.w + n * i.step_w);
    const float u = (i.u + n * i.step_u) * one_over_w, v = (i.v + n * i.step_v) * one_over_w;
    const int x = std::clamp(static_cast<int>(u), 0, i.width - 2);
    const int y = std::clamp(static_cast<int>(v), 0, i.height - 2);
    const float a = u - static_cast<float>(x), b = v - static_cast<float>(y);
    const float* const corner = image + (y * i.width + x);
    const float top = corner[0] + a * (corner[1] - corner[0]);
    const float bottom = corner[i.width] + a * (corner[i.width + 1] - corner[i.width]);
    to[k] = top + b * (bottom - top);
  }
}

constexpr int block = 64;

} // namespace

// [tiles]
void warp_in_tiles(const harness::ImageF& image, const Matrix& map, std::span<float> output) {
  static const auto inside = harness::for_this_processor<mix_inside>();
  constexpr int rows = 16;
  const auto is_inside = [&](Point p) {
    return p.x >= 0.5 && p.y >= 0.5 && p.x < image.width - 1.5 && p.y < image.height - 1.5;
  };
  harness::on_all_cores((image.height + rows - 1) / rows, [&](int task) {
    for (int x0 = 0; x0 < image.width; x0 += block)
      for (int y = rows * task; y < std::min(rows * (task + 1), image.height); ++y) {
        const int count = std::min(block, image.width - x0);
        const Point first{1.0 * x0, 1.0 * y}, last{1.0 * (x0 + count - 1), 1.0 * y};
        float* const to = output.data() + harness::numbers(image.width, y, 1) + x0;
        if (map.w(first) > 0.0 && map.w(last) > 0.0 && is_inside(map(first)) &&
            is_inside(map(last))) {
          const auto part = [&](std::size_t row) {
            return static_cast<float>(map.m[row] * first.x + map.m[row + 1] * first.y +
                                      map.m[row + 2]);
          };
          const auto step = [&](std::size_t row) { return static_cast<float>(map.m[row]); };
          const Inside in{image.pixels.data(),
                          image.width,
                          image.height,
                          part(0),
                          part(3),
                          part(6),
                          step(0),
                          step(3),
                          step(6),
                          to,
                          count};
          inside(&in);
          continue;
        }
        for (int k = 0; k < count; ++k) {
          const Point p{first.x + k, first.y}, from = map(p);
          to[k] = map.w(p) > 0.0
                      ? static_cast<float>(sample(image, from.x, from.y, 0, Filter::linear))
                      : 0.0F;
        }
      }
  });
}
// [/tiles]

} // namespace transforms
