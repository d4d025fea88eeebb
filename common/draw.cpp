#include "common/draw.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "common/font.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb_truetype.h>

namespace fs = std::filesystem;

namespace common {

// Debian's package fonts-dejavu-core.
static constexpr std::string_view font_name = "DejaVuSansMono.ttf";

// Looks into the directories where fontconfig does.
std::string find_font() {
  const auto variable = [](const char* name, const std::string& otherwise) {
    const char* const value = std::getenv(name);
    return value && *value ? std::string(value) : otherwise;
  };
  if (const std::string chosen = variable("OCL_FONT", ""); !chosen.empty())
    return chosen == "dots" ? "" : chosen;
  std::istringstream places(variable("XDG_DATA_HOME", variable("HOME", "") + "/.local/share") +
                            ":" + variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share"));
  for (std::string place; std::getline(places, place, ':');) {
    std::error_code none;
    fs::recursive_directory_iterator file(fs::path(place) / "fonts",
                                          fs::directory_options::skip_permission_denied, none);
    for (; !none && file != fs::end(file); file.increment(none))
      if (file->path().filename() == font_name)
        return file->path().string();
  }
  return {};
}

namespace {

struct Font {
  std::string bytes; // none: letters are drawn with dots
  stbtt_fontinfo info{};
};

const Font& font() {
  static const Font loaded = [] {
    Font font;
    if (const std::string file = find_font(); !file.empty()) {
      font.bytes = read_text(file);
      const auto* const data = reinterpret_cast<const unsigned char*>(font.bytes.data());
      const int offset = font.bytes.size() < 100 ? -1 : stbtt_GetFontOffsetForIndex(data, 0);
      if (offset < 0 || stbtt_InitFont(&font.info, data, offset) == 0)
        throw Error(fmt::format("'{}' is not a TrueType font: correct OCL_FONT or unset it", file));
    }
    return font;
  }();
  return loaded;
}

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

// Mixes one pixel with a colour that covers so much of it: from 0 to 255.
static void blend(Image& image, int x, int y, const Colour& colour, int coverage) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height)
    return;
  std::uint8_t* const pixel = &image.pixels[3 * (std::size_t(y) * image.width + x)];
  const int channels[] = {colour.red, colour.green, colour.blue};
  for (int c = 0; c < 3; ++c)
    pixel[c] = std::uint8_t(pixel[c] + (channels[c] - pixel[c]) * coverage / 255);
}

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

// [dots]
static void write_dots(Image& image, int x, int y, std::string_view text, Colour colour,
                       int scale) {
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
// [/dots]

// [write]
void write(Image& image, int x, int y, std::string_view text, Colour colour, int scale) {
  if (font().bytes.empty())
    return write_dots(image, x, y, text, colour, scale);
  const stbtt_fontinfo& info = font().info;
  int advance = 0; // in the font's units, from letter to letter
  stbtt_GetCodepointHMetrics(&info, 'M', &advance, nullptr);
  const float size = 6.0F * static_cast<float>(scale) / static_cast<float>(advance);
  for (const char letter : text) {
    int width = 0, height = 0, left = 0, top = 0; // from the baseline, which is 7 * scale below y
    unsigned char* const coverage = stbtt_GetCodepointBitmap(&info, 0, size, std::uint8_t(letter),
                                                             &width, &height, &left, &top);
    for (int i = 0; i < width * height; ++i)
      blend(image, x + left + i % width, y + 7 * scale + top + i / width, colour, coverage[i]);
    stbtt_FreeBitmap(coverage, nullptr);
    x += 6 * scale;
  }
}
// [/write]

} // namespace common
