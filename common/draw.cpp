#include "common/draw.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace common {
namespace {

// A font of 5 x 7 dots. Each letter is a number of 35 bits: row by row from its upper left dot, which is the highest bit.
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+=/%()<>_*?!";
// clang-format off
constexpr std::uint64_t dots_of[]{
    0x3A31FC631, 0x7A31F463E, 0x3A308422E, 0x7A318C63E, 0x7E10F421F, 0x7E10F4210, 0x3A30BC62E, 0x4631FC631, 0x38842108E,
    0x04210C62E, 0x4654C5251, 0x42108421F, 0x4775AC631, 0x4639ACE31, 0x3A318C62E, 0x7A31F4210, 0x3A318D64D, 0x7A31F5251,
    0x3E107043E, 0x7C8421084, 0x46318C62E, 0x46318C544, 0x4631AD771, 0x462A22A31, 0x462A21084, 0x7C222221F, 0x3A33AE62E,
    0x11842108E, 0x3A211111F, 0x7C441062E, 0x08CA97C42, 0x7E1E0862E, 0x1910F462E, 0x7C2222108, 0x3A317462E, 0x3A317844C,
    0x00000018C, 0x000003088, 0x018C03180, 0x0000F8000, 0x0084F9080, 0x001F07C00, 0x042222210, 0x672222273, 0x088842082,
    0x208210888, 0x088882082, 0x208208888, 0x00000001F, 0x0144F9140, 0x3A2131004, 0x108421004,
};
// clang-format on

} // namespace

// [canvas]
Image canvas(int width, int height, Colour background) {
  Image image{width, height, 3, {}};
  image.pixels.resize(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  fill(image, 0, 0, width, height, background);
  return image;
}
// [/canvas]

// [fill]
void fill(Image& image, int x, int y, int width, int height, Colour colour) {
  for (int row = std::max(y, 0); row < std::min(y + height, image.height); ++row)
    for (int column = std::max(x, 0); column < std::min(x + width, image.width); ++column) {
      std::uint8_t* pixel =
          &image.pixels[3 * (static_cast<std::size_t>(row) * image.width + column)];
      pixel[0] = colour.red;
      pixel[1] = colour.green;
      pixel[2] = colour.blue;
    }
}
// [/fill]

// [line]
void line(Image& image, int x0, int y0, int x1, int y1, Colour colour, int thickness) {
  const int steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
  for (int i = 0; i <= steps; ++i) {
    const int x = x0 + static_cast<int>(std::lround(double(x1 - x0) * i / steps));
    const int y = y0 + static_cast<int>(std::lround(double(y1 - y0) * i / steps));
    fill(image, x - thickness / 2, y - thickness / 2, thickness, thickness, colour);
  }
}
// [/line]

// [write]
void write(Image& image, int x, int y, std::string_view text, Colour colour, int scale) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto letter = static_cast<char>(std::toupper(static_cast<unsigned char>(text[i])));
    const std::size_t at = letters.find(letter);
    if (at == letters.npos)
      continue; // a blank, or a sign that the font lacks
    for (int dot = 0; dot < 35; ++dot)
      if ((dots_of[at] >> (34 - dot) & 1) != 0)
        fill(image, x + (6 * static_cast<int>(i) + dot % 5) * scale, y + dot / 5 * scale, scale,
             scale, colour);
  }
}
// [/write]

} // namespace common
