#include "harness/lab/float_image.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace harness {
using namespace common;

Image load_picture(const std::string& file, int channels) {
  Image image = common::load_image(file, channels);
  return image.channels == 3 ? common::load_image(file, 4) : image;
}

std::size_t numbers(int width, int height, int channels) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
         static_cast<std::size_t>(channels);
}

std::string pixel_place(std::size_t index, int width, int channels) {
  const std::size_t pixel = index / numbers(1, 1, channels), row = numbers(width, 1, 1);
  return fmt::format("x {}, y {}, channel {}", pixel % row, pixel / row,
                     index % numbers(1, 1, channels));
}

ImageF to_float(const Image& image) {
  common::check_shape(image.width, image.height, image.channels, image.pixels.size());
  ImageF result{image.width, image.height, image.channels, {}};
  result.pixels.resize(image.pixels.size());
  std::transform(image.pixels.begin(), image.pixels.end(), result.pixels.begin(),
                 [](std::uint8_t value) { return static_cast<float>(value) / 255.0F; });
  return result;
}

Image to_bytes(const ImageF& image) {
  common::check_shape(image.width, image.height, image.channels, image.pixels.size());
  Image result{image.width, image.height, image.channels, {}};
  result.pixels.resize(image.pixels.size());
  std::transform(image.pixels.begin(), image.pixels.end(), result.pixels.begin(), [](float value) {
    const float clamped = value > 0.0F ? std::min(value, 1.0F) : 0.0F; // NaN > 0 is false
    return static_cast<std::uint8_t>(clamped * 255.0F + 0.5F);
  });
  return result;
}

ImageF to_grey(const ImageF& image) {
  common::check_shape(image.width, image.height, image.channels, image.pixels.size());
  if (image.channels == 1)
    return image;
  ImageF grey{image.width, image.height, 1, {}};
  for (std::size_t i = 0; i < image.pixels.size(); i += static_cast<std::size_t>(image.channels))
    grey.pixels.push_back(static_cast<float>(
        0.2126 * image.pixels[i] + 0.7152 * image.pixels[i + 1] + 0.0722 * image.pixels[i + 2]));
  return grey;
}

} // namespace harness
