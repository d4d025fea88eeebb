// What the checks of several chapters share about pictures.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pictures {

/// What lies beyond the edge of a picture.
enum class Beyond { nearest_pixel, nothing };

/// A picture of one channel through a filter with so many columns, whose middle lies on each pixel in turn.
template <typename Weight>
std::vector<double> filtered(const std::vector<float>& in, int width,
                             const std::vector<Weight>& weights, std::size_t columns,
                             Beyond beyond) {
  const int height = static_cast<int>(in.size()) / width, across = static_cast<int>(columns),
            down = static_cast<int>(weights.size() / columns);
  std::vector<double> out(in.size(), 0.0);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int j = 0; j < down; ++j)
        for (int i = 0; i < across; ++i) {
          const int column = x + i - across / 2, row = y + j - down / 2;
          const int near_column = std::clamp(column, 0, width - 1),
                    near_row = std::clamp(row, 0, height - 1);
          if (beyond == Beyond::nearest_pixel || (column == near_column && row == near_row))
            out[static_cast<std::size_t>(y * width + x)] +=
                double{weights[static_cast<std::size_t>(j * across + i)]} *
                in[static_cast<std::size_t>(near_row * width + near_column)];
        }
  return out;
}

/// The filter that a pass along the rows and one along the columns make, both with these weights.
inline std::vector<double> both_ways(const std::vector<float>& line) {
  std::vector<double> weights;
  for (const float down : line)
    for (const float across : line)
      weights.push_back(double{down} * across);
  return weights;
}

/// The pixels that groups of side x side read, each with a rim around its own, as far as there are any.
inline std::size_t pixels_of_tiles(int width, int height, int side, int rim) {
  std::size_t pixels = 0;
  for (int top = 0; top < height; top += side)
    for (int left = 0; left < width; left += side)
      for (int y = top - rim; y < top + side + rim; ++y)
        for (int x = left - rim; x < left + side + rim; ++x)
          pixels += x >= 0 && x < width && y >= 0 && y < height ? 1 : 0;
  return pixels;
}

/// The pixels at most `radius` away from (x, y): the first of so many channels.
inline std::vector<double> disc(const std::vector<float>& in, int width, int x, int y, int radius,
                                std::size_t channels = 1) {
  std::vector<double> found;
  for (std::size_t i = 0; i < in.size() / channels; ++i) {
    const int dx = static_cast<int>(i) % width - x, dy = static_cast<int>(i) / width - y;
    if (dx * dx + dy * dy <= radius * radius)
      found.push_back(in[channels * i]);
  }
  return found;
}

/// By Sobel. `at(dx, dy)` is the pixel so far to the right and below.
template <typename At>
double edge_strength(const At& at) {
  const double right = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  const double down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  return std::sqrt(right * right + down * down);
}

/// Between the four pixels around (u, v); outside is 0.
inline double linear(const std::vector<float>& in, int width, int height, double u, double v) {
  const double left = std::floor(u), top = std::floor(v);
  const auto pixel = [&](double x, double y) {
    return x >= 0 && y >= 0 && x < width && y < height
               ? double{in[static_cast<std::size_t>(y * width + x)]}
               : 0.0;
  };
  const double a = u - left, b = v - top;
  return (1 - b) * ((1 - a) * pixel(left, top) + a * pixel(left + 1, top)) +
         b * ((1 - a) * pixel(left, top + 1) + a * pixel(left + 1, top + 1));
}

} // namespace pictures
