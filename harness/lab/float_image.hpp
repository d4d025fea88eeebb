#pragma once

#include "common/image.hpp"

#include <string>
#include <vector>

namespace harness {

/// The same layout in float; 0 to 1 stands for the 8-bit values 0 to 255.
struct ImageF {
  int width = 0;
  int height = 0;
  int channels = 0;
  std::vector<float> pixels;
};

/// Reads a picture as the kernels want it: `channels` 1 or 4, or 0 for what the file has (colour
/// becomes RGBA). Throws Error where that fails.
common::Image load_picture(const std::string& file, int channels = 0);

/// How many numbers an image of this size has.
std::size_t numbers(int width, int height, int channels);

/// Where number `index` of an image is, in words.
std::string pixel_place(std::size_t index, int width, int channels);

/// 0..255 -> 0..1.
ImageF to_float(const common::Image& image);

/// 0..1 -> 0..255, rounded to nearest; values outside are clamped, NaN becomes 0.
common::Image to_bytes(const ImageF& image);

/// One channel, as common::to_grey() makes it of bytes.
ImageF to_grey(const ImageF& image);

} // namespace harness
