// What the host computes: the matrices, and a warp in plain C++ to check the device.
#pragma once

#include "common/error.hpp"
#include "common/image.hpp"
#include "common/opencl.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

// [matrix]
using Matrix = std::array<double, 9>; // three rows

// Takes (0, 0), (width - 1, 0) ... to the corners: x and y of each, clockwise from the upper left one.
inline Matrix onto_corners(const std::vector<double>& c, int width, int height) {
  const double dx1 = c[2] - c[4], dx2 = c[6] - c[4], sx = c[0] - c[2] + c[4] - c[6];
  const double dy1 = c[3] - c[5], dy2 = c[7] - c[5], sy = c[1] - c[3] + c[5] - c[7];
  const double area = dx1 * dy2 - dx2 * dy1, right = width - 1, down = height - 1;
  const double g = (sx * dy2 - dx2 * sy) / area, h = (dx1 * sy - sx * dy1) / area;
  if (!(area < -1.0 && g > -1.0 && h > -1.0 && g + h > -1.0))
    throw common::UsageError("the corners are not those of a convex figure, clockwise.");
  const double a = (c[2] - c[0] + g * c[2]) / right, b = (c[6] - c[0] + h * c[6]) / down;
  const double d = (c[3] - c[1] + g * c[3]) / right, e = (c[7] - c[1] + h * c[7]) / down;
  return {a, b, c[0], d, e, c[1], g / right, h / down, 1.0};
}

// The inverse, but for a factor, which does not matter: it is in X, Y and w alike.
inline Matrix inverse(const Matrix& m) {
  return {m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
          m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
          m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
}

// What the output shows where the input is turned clockwise around its middle.
inline Matrix turned(double degrees, int width, int height) {
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  const double x = (width - 1) / 2.0, y = (height - 1) / 2.0;
  return {c, s, x - c * x - s * y, -s, c, y + s * x - c * y, 0, 0, 1};
}
// [/matrix]

// [rows]
// The rows begin to end - 1 of the output in double, four numbers for each pixel.
inline void warp_rows(const common::Image& in, const Matrix& m, const cl_uchar4& background,
                      int width, std::size_t begin, std::size_t end, std::vector<double>& out) {
  const auto at = [&](double x, double y, std::size_t c) -> double {
    const bool there = x >= 0 && y >= 0 && x < in.width && y < in.height;
    return there ? in.pixels[std::size_t(4 * (y * in.width + x)) + c] : background.s[c];
  };
  for (std::size_t y = begin; y < end; ++y)
    for (std::size_t x = 0; x < std::size_t(width); ++x) {
      const double w = m[6] * x + m[7] * y + m[8], u = (m[0] * x + m[1] * y + m[2]) / w;
      const double v = (m[3] * x + m[4] * y + m[5]) / w, left = std::floor(u), top = std::floor(v);
      for (std::size_t c = 0; c < 4; ++c) {
        const double above = std::lerp(at(left, top, c), at(left + 1, top, c), u - left);
        const double below = std::lerp(at(left, top + 1, c), at(left + 1, top + 1, c), u - left);
        out[4 * (y * width + x) + c] = w > 0 ? std::lerp(above, below, v - top) : background.s[c];
      }
    }
}
// [/rows]
