#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace common {

/// 8-bit image: rows from top to bottom, channels interleaved, no padding between rows. `channels` is 1 (grey), 3
/// (RGB) or 4 (RGBA, alpha not premultiplied); `pixels` holds width * height * channels values.
struct Image {
  int width = 0;
  int height = 0;
  int channels = 0;
  std::vector<std::uint8_t> pixels;
};

/// The largest image that is read or written: 2^28 pixels (1 GiB as RGBA).
inline constexpr std::int64_t max_image_pixels = std::int64_t{1} << 28;

/// Throws Error unless `values` is width * height * channels and each of the three makes sense.
void check_shape(int width, int height, int channels, std::size_t values);

/// Read a PNG or a JPEG; the content decides, not the file's name, and EXIF data how it is turned. `channels` is 1, 3 or 4 to convert, or 0 to take
/// what the file has; then grey with alpha becomes RGBA. To grey goes as in to_grey(); alpha is dropped or set to 255.
/// Palettes are expanded. Of 16-bit values the upper 8 bits are kept. Throws Error if the file is missing, no regular
/// file, cut short, so damaged that it cannot be decoded, not such an image, or too large.
Image load_image(const std::filesystem::path& path, int channels = 0);

/// Write an image in the format that the extension names: .png, .jpg or .jpeg (quality 95; loses the alpha channel). The
/// file appears complete or not at all: see write_text().
/// Throws Error if the extension is unknown, the file cannot be written, or the image is inconsistent or too large.
void save_image(const std::filesystem::path& path, const Image& image);

/// The extension of a file that save_image() can write, in small letters. Throws UsageError for all others: call it
/// before the work.
std::string image_extension(const std::filesystem::path& path);

/// The same picture with 1, 3 or 4 channels: see load_image().
Image with_channels(Image image, int channels);

/// One channel: the Rec. 709 luma 0.2126 R + 0.7152 G + 0.0722 B of the values as stored, that is
/// without undoing their gamma (ITU-R BT.709-6, section 3). Alpha is dropped; grey stays as it is.
Image to_grey(const Image& image);

} // namespace common
