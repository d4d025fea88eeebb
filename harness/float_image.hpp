#pragma once

#include "common/image.hpp"

namespace harness {

using common::Image;

/// The same layout in float; 0 to 1 stands for the 8-bit values 0 to 255.
struct ImageF {
  int width = 0;
  int height = 0;
  int channels = 0;
  std::vector<float> pixels;
};

/// 0..255 -> 0..1.
ImageF to_float(const Image& image);

/// 0..1 -> 0..255, rounded to nearest; values outside are clamped, NaN becomes 0.
Image to_bytes(const ImageF& image);

/// One channel, as common::to_grey() makes it of bytes.
ImageF to_grey(const ImageF& image);

} // namespace harness
