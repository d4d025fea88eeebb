#include "tools/learn/contact_sheet.hpp"

#include "common/draw.hpp"
#include "common/error.hpp"

#include <algorithm>
#include <cmath>

namespace learn {
namespace {

constexpr int frame_width = 324; // 27 letters: the longest title of a chapter
constexpr int frame_height = 243;
constexpr int caption_height = 30;
constexpr int gap = 20;
constexpr int columns = 5;
constexpr common::Colour paper{241, 245, 249};

// Scaled down to fit the frame, each pixel the mean of those it stands for; never scaled up.
common::Image fitted(const common::Image& image) {
  const double scale =
      std::max({1.0, double(image.width) / frame_width, double(image.height) / frame_height});
  common::Image small = common::canvas(std::max(1, static_cast<int>(image.width / scale)),
                                       std::max(1, static_cast<int>(image.height / scale)));
  const auto first = [&](int i) { return static_cast<int>(i * scale); };
  for (int y = 0; y < small.height; ++y)
    for (int x = 0; x < small.width; ++x) {
      int sum[3]{};
      int count = 0;
      for (int v = first(y); v < std::min(std::max(first(y + 1), first(y) + 1), image.height); ++v)
        for (int u = first(x); u < std::min(std::max(first(x + 1), first(x) + 1), image.width);
             ++u, ++count)
          for (int c = 0; c < 3; ++c)
            sum[c] += image.pixels[3 * (static_cast<std::size_t>(v) * image.width + u) + c];
      for (int c = 0; c < 3; ++c)
        small.pixels[3 * (static_cast<std::size_t>(y) * small.width + x) + c] =
            static_cast<std::uint8_t>(sum[c] / std::max(count, 1));
    }
  return small;
}

void paste(common::Image& sheet, const common::Image& image, int left, int top) {
  for (int row = 0; row < image.height; ++row)
    std::copy_n(&image.pixels[3 * static_cast<std::size_t>(row) * image.width], 3 * image.width,
                &sheet.pixels[3 * (static_cast<std::size_t>(top + row) * sheet.width + left)]);
}

} // namespace

common::Image contact_sheet(const std::vector<Print>& prints) {
  std::vector<std::pair<common::Image, std::string>> pictures;
  for (const Print& print : prints)
    try {
      pictures.emplace_back(fitted(common::load_image(print.file, 3)), print.caption);
    } catch (const common::Error&) {
      // a program that failed before it could draw: the tour's table says so
    }
  if (pictures.empty())
    return {};
  const int across = std::min<int>(columns, static_cast<int>(pictures.size()));
  const int rows = static_cast<int>((pictures.size() + columns - 1) / columns);
  common::Image sheet = common::canvas(gap + across * (frame_width + gap),
                                       gap + rows * (frame_height + caption_height + gap), paper);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const auto& [picture, caption] = pictures[i];
    const int left = gap + static_cast<int>(i % columns) * (frame_width + gap);
    const int top = gap + static_cast<int>(i / columns) * (frame_height + caption_height + gap);
    paste(sheet, picture, left + (frame_width - picture.width) / 2,
          top + (frame_height - picture.height) / 2);
    const auto letters = static_cast<std::size_t>(frame_width / 12);
    common::write(sheet, left, top + frame_height + 8, caption.substr(0, letters));
  }
  return sheet;
}

} // namespace learn
