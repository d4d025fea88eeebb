// The picture of the samplers.

#include "harness/lab/float_image.hpp"

#include "figure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace images {
namespace {

using Rgb = std::array<std::uint8_t, 3>;

constexpr int cell = 12;    // pixels of the drawing for each pixel of the picture
constexpr int gap = 12;     // between panels
constexpr int heading = 27; // above a panel
constexpr Rgb background{248, 250, 252}, ink{15, 23, 42}, frame{234, 88, 12}, light{226, 232, 240},
    dark{148, 163, 184};

// Letters of 3 x 5 dots: five rows of three bits, from the top.
int dots(char letter) {
  static const std::map<char, int> font{{'A', 025755}, {'B', 065656}, {'C', 034443}, {'D', 065556},
                                        {'E', 074647}, {'G', 034553}, {'I', 072227}, {'L', 044447},
                                        {'M', 057755}, {'N', 065555}, {'O', 025552}, {'P', 065644},
                                        {'R', 065655}, {'S', 034216}, {'T', 072222}, {'_', 000007}};
  const auto found = font.find(letter);
  return found == font.end() ? 0 : found->second;
}

class Canvas {
 public:
  Canvas(int width, int height)
      : image_{width, height, 3,
               std::vector<std::uint8_t>(static_cast<std::size_t>(width * height * 3))} {
    fill(0, 0, width, height, background);
  }
  void set(int x, int y, const Rgb& colour) {
    std::copy(colour.begin(), colour.end(), image_.pixels.begin() + 3 * (y * image_.width + x));
  }
  void fill(int x, int y, int width, int height, const Rgb& colour) {
    for (int j = y; j < y + height; ++j)
      for (int i = x; i < x + width; ++i)
        set(i, j, colour);
  }
  void outline(int x, int y, int width, int height, const Rgb& colour) {
    fill(x, y, width, 2, colour);
    fill(x, y + height - 2, width, 2, colour);
    fill(x, y, 2, height, colour);
    fill(x + width - 2, y, 2, height, colour);
  }
  // In dots of 3 x 3 pixels.
  void write(int x, int y, const std::string& text) {
    for (const char letter : text) {
      for (int bit = 0; bit < 15; ++bit)
        if ((dots(letter) >> (14 - bit) & 1) != 0)
          fill(x + 3 * (bit % 3), y + 3 * (bit / 3), 3, 3, ink);
      x += 12;
    }
  }
  const common::Image& image() const { return image_; }

 private:
  common::Image image_;
};

Rgb shown(const Colour& colour, int x, int y) {
  if (std::isnan(colour[0])) // undefined: hatched
    return (x + y) / 6 % 2 == 0 ? light : dark;
  Rgb rgb{};
  for (std::size_t c = 0; c < 3; ++c) // over white, as far as the border is transparent
    rgb[c] = static_cast<std::uint8_t>(
        std::lround(255 * std::clamp(colour[c] + 1 - colour[3], 0.0, 1.0)));
  return rgb;
}

} // namespace

harness::ImageF small_picture() {
  common::Image bytes{5, 4, 4, {}};
  for (int y = 0; y < bytes.height; ++y)
    for (int x = 0; x < bytes.width; ++x)
      for (const int value : {40 + 50 * x, 240 - 65 * y, (x + y) % 2 == 0 ? 50 : 215, 255})
        bytes.pixels.push_back(static_cast<std::uint8_t>(value));
  return harness::to_float(bytes);
}

Grid::Grid(const harness::ImageF& picture, int across)
    : width_(picture.width), height_(picture.height) {
  const int down = across * height_ / width_;
  for (int i = 0; i < across; ++i)
    xs_.push_back(-1.0 + 3.0 * (i + 0.5) / across);
  for (int j = 0; j < down; ++j)
    ys_.push_back(-1.0 + 3.0 * (j + 0.5) / down);
}

std::vector<float> Grid::scaled(const std::vector<double>& values, int extent) {
  std::vector<float> result;
  for (const double value : values)
    result.push_back(static_cast<float>(value * extent));
  return result;
}

// [draw]
void draw_samplers(const harness::ImageF& picture, const std::string& file) {
  const int width = 3 * picture.width * cell, height = 3 * picture.height * cell;
  const auto& modes = addressing_modes();
  Canvas canvas(gap + static_cast<int>(modes.size()) * (width + gap), heading + 2 * (height + gap));
  const Grid grid(picture, width);
  const std::vector<float> xs = grid.xs(true), ys = grid.ys(true);
  for (int column = 0; column < static_cast<int>(modes.size()); ++column) {
    const int left = gap + column * (width + gap);
    canvas.write(left, 6, addressing_name(modes[static_cast<std::size_t>(column)]));
    for (int row = 0; row < 2; ++row) {
      const SamplerMode mode{
          true, modes[static_cast<std::size_t>(column)],
          static_cast<cl_filter_mode>(row == 0 ? CL_FILTER_NEAREST : CL_FILTER_LINEAR)};
      const int top = heading + row * (height + gap);
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          canvas.set(left + x, top + y,
                     shown(sample(picture, xs[static_cast<std::size_t>(x)],
                                  ys[static_cast<std::size_t>(y)], mode),
                           x, y));
      canvas.outline(left + width / 3 - 2, top + height / 3 - 2, width / 3 + 4, height / 3 + 4,
                     frame);
    }
  }
  common::save_image(file, canvas.image());
}
// [/draw]

} // namespace images
