#pragma once

#include "common/image.hpp"

#include <array>
#include <string_view>

/// Boxes, lines and letters on an image, for the timelines and plots that programs write. Nothing of this is OpenCL:
/// all of it happens on the host.
namespace common {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

inline constexpr Colour white{255, 255, 255};
inline constexpr Colour ink{15, 23, 42}; ///< nearly black, for text and axes
inline constexpr Colour pale{203, 213, 225};
/// For series: neighbours differ, also for readers who see few colours.
inline constexpr std::array<Colour, 6> palette{
    {{37, 99, 235}, {234, 88, 12}, {22, 163, 74}, {124, 58, 237}, {219, 39, 119}, {8, 145, 178}}};

/// An RGB image in one colour. Width and height in pixels, both > 0.
Image canvas(int width, int height, Colour background = white);

/// Fills a rectangle of an RGB image; (x, y) is its upper left corner. What lies outside is left out.
void fill(Image& image, int x, int y, int width, int height, Colour colour);

/// A straight line between two points, `thickness` pixels wide.
void line(Image& image, int x0, int y0, int x1, int y1, Colour colour, int thickness = 2);

/// Text, 6 * scale pixels wide for each character, whose capitals are 7 * scale pixels high; (x, y) is the upper left
/// corner of the first. In DejaVu Sans Mono where this machine has it, or in the font that OCL_FONT names; else, or with
/// OCL_FONT=dots, in capitals of 5 x 7 dots.
void write(Image& image, int x, int y, std::string_view text, Colour colour = ink, int scale = 2);

} // namespace common
