// What the two checks of thresholds share.
#pragma once

#include "common/opencl.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace histogram_exercises {

/// By Ridler and Calvard: the thresholds of all blocks, row by row.
inline std::vector<cl_int> thresholds(const std::vector<cl_uchar>& in, int width, int height,
                                      int block) {
  const int columns = (width + block - 1) / block, rows = (height + block - 1) / block;
  std::vector<std::array<cl_uint, 256>> counts(static_cast<std::size_t>(columns * rows));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      ++counts[static_cast<std::size_t>(y / block * columns + x / block)]
              [in[static_cast<std::size_t>(y * width + x)]];
  std::vector<cl_int> found;
  for (const auto& count : counts) {
    cl_uint t = 128, next = 128;
    do {
      t = next;
      std::array<cl_uint, 2> pixels{}, sums{};
      for (cl_uint v = 0; v < 256; ++v) {
        pixels[v >= t] += count[v];
        sums[v >= t] += v * count[v];
      }
      next = pixels[0] == 0 || pixels[1] == 0 ? (sums[0] + sums[1]) / (pixels[0] + pixels[1])
                                              : (sums[0] / pixels[0] + sums[1] / pixels[1]) / 2;
    } while (next != t);
    found.push_back(static_cast<cl_int>(t));
  }
  return found;
}

/// Marks on a page that is lit from the left.
inline std::vector<cl_uchar> page(const std::vector<cl_int>& noise, int width) {
  std::vector<cl_uchar> in;
  for (const cl_int value : noise) {
    const int x = static_cast<int>(in.size()) % width, y = static_cast<int>(in.size()) / width;
    const int light = 230 - 150 * x / width;
    in.push_back(
        static_cast<cl_uchar>((x / 2 + y / 3) % 3 == 0 ? light / 3 + value : light + value));
  }
  return in;
}

} // namespace histogram_exercises
