// What several checks of this chapter share.
#pragma once

#include "common/opencl.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace filter_exercises {

/// The SNN mean of each RGBA pixel: of each pair of mirror pixels the nearer one in colour, of equals the first.
inline std::vector<double> snn(const std::vector<float>& in, int width, int height, int radius) {
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
        for (int u = -radius; u <= (v == 0 ? 0 : radius); ++u) {
          const std::size_t first = at(x + u, y + v), second = at(x - u, y - v);
          const std::size_t nearer = difference(second) < difference(first) ? second : first;
          for (std::size_t c = 0; c < 3; ++c)
            want[centre + c] += in[nearer + c];
          ++count;
        }
      for (std::size_t c = 0; c < 3; ++c)
        want[centre + c] /= count;
      want[centre + 3] = in[centre + 3];
    }
  return want;
}

/// The median of the 3 x 3 pixels around each one.
inline std::vector<cl_int> medians(const std::vector<cl_uchar>& in, int width, int height) {
  std::vector<cl_int> want;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::vector<cl_uchar> window;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          window.push_back(in[static_cast<std::size_t>(std::clamp(y + j, 0, height - 1) * width +
                                                       std::clamp(x + i, 0, width - 1))]);
      std::nth_element(window.begin(), window.begin() + 4, window.end());
      want.push_back(window[4]);
    }
  return want;
}

} // namespace filter_exercises
