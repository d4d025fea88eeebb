#include "common/image.hpp"

#include "common/error.hpp"
#include "common/files.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

// stb is a library of single headers; exactly one translation unit holds its code, static here so
// that it cannot clash with another copy in the same program.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image.h>
#include <stb_image_write.h>

namespace common {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using StbPixels = std::unique_ptr<stbi_uc, decltype(&stbi_image_free)>;

constexpr int jpeg_quality = 95;
constexpr int jpeg_max_side = 65535;

bool starts_with(const Bytes& bytes, std::string_view prefix) {
  return bytes.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), bytes.begin(),
                    [](char p, std::uint8_t b) { return static_cast<std::uint8_t>(p) == b; });
}

bool too_large(std::int64_t width, std::int64_t height) {
  return width > max_image_pixels || height > max_image_pixels || width * height > max_image_pixels;
}

Image with_channels(Image image, int channels) {
  if (image.channels == channels)
    return image;
  if (channels == 1)
    return to_grey(image);
  Image result{image.width, image.height, channels, {}};
  const std::size_t from = static_cast<std::size_t>(image.channels);
  result.pixels.reserve(image.pixels.size() / from * static_cast<std::size_t>(channels));
  for (std::size_t i = 0; i < image.pixels.size(); i += from) {
    for (std::size_t c = 0; c < 3; ++c)
      result.pixels.push_back(image.pixels[from == 1 ? i : i + c]);
    if (channels == 4)
      result.pixels.push_back(255);
  }
  return result;
}

// ---- reading ----------------------------------------------------------------------------------

Bytes read_file(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    throw Error(fmt::format("there is no image file '{}': check the path", path.string()));
  if (fs::is_directory(path, ignored))
    throw Error(fmt::format("'{}' is a directory: name an image file inside it", path.string()));
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw Error(fmt::format("cannot open '{}': check that you may read it", path.string()));
  Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad())
    throw Error(fmt::format("reading '{}' failed half-way: check the disk", path.string()));
  if (bytes.empty())
    throw Error(fmt::format("'{}' is empty (0 bytes): get the file again", path.string()));
  return bytes;
}

[[noreturn]] void throw_too_large(const fs::path& path) {
  throw Error(fmt::format("'{}' has more than the {} pixels that we read: use a smaller image",
                          path.string(), max_image_pixels));
}

[[noreturn]] void throw_truncated(const fs::path& path) {
  throw Error(fmt::format("'{}' is cut short (truncated): get the file again", path.string()));
}

[[noreturn]] void throw_damaged(const fs::path& path, std::string_view reason) {
  throw Error(fmt::format(
      "'{}' is damaged or of an unusual kind ({}): save it again as an ordinary PNG or JPEG",
      path.string(), reason));
}

/// A complete PNG is a chain of chunks (length, type, data, CRC) that ends with IEND.
bool png_is_complete(const Bytes& bytes) {
  constexpr std::size_t signature = 8, frame = 12;
  std::size_t at = signature;
  while (at + frame <= bytes.size()) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i)
      length = length << 8 | bytes[at + i];
    if (std::string_view(reinterpret_cast<const char*>(&bytes[at + 4]), 4) == "IEND")
      return true;
    at += frame + length;
  }
  return false;
}

/// stb decodes a JPEG without its end as if the rest were grey. In the compressed data, the byte FF
/// is never followed by DA (start of scan) or D9 (end of image), so the last D9 must come after the
/// last DA. (The first D9 may belong to a thumbnail.)
bool jpeg_is_complete(const Bytes& bytes) {
  for (std::size_t i = bytes.size() - 1; i > 0; --i)
    if (bytes[i - 1] == 0xFF && (bytes[i] == 0xD9 || bytes[i] == 0xDA))
      return bytes[i] == 0xD9;
  return false;
}

Image decode_with_stb(const fs::path& path, const Bytes& bytes, bool complete) {
  if (!complete)
    throw_truncated(path);
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Error(fmt::format("'{}' is larger than 2 GiB: use a smaller image", path.string()));
  const int size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  const bool known = stbi_info_from_memory(bytes.data(), size, &width, &height, &channels) != 0;
  if (known && too_large(width, height))
    throw_too_large(path);
  const int wanted = channels == 2 ? 4 : channels;
  const StbPixels pixels(
      stbi_load_from_memory(bytes.data(), size, &width, &height, &channels, wanted),
      &stbi_image_free);
  if (!known || !pixels) { // only loading tells the reason
    const std::string_view reason = stbi_failure_reason();
    reason == "too large" ? throw_too_large(path) : throw_damaged(path, reason);
  }
  const std::size_t count = static_cast<std::size_t>(width) * height * wanted;
  return {width, height, wanted, Bytes(pixels.get(), pixels.get() + count)};
}

Image decode(const fs::path& path, const Bytes& bytes) {
  if (starts_with(bytes, "\x89PNG\r\n\x1a\n"))
    return decode_with_stb(path, bytes, png_is_complete(bytes));
  if (starts_with(bytes, "\xff\xd8\xff"))
    return decode_with_stb(path, bytes, jpeg_is_complete(bytes));
  throw Error(
      fmt::format("'{}' is not an image that we read: give a PNG or a JPEG", path.string()));
}

// ---- writing ----------------------------------------------------------------------------------

void append(void* context, void* data, int size) {
  const auto* first = static_cast<const std::uint8_t*>(data);
  auto& bytes = *static_cast<Bytes*>(context);
  bytes.insert(bytes.end(), first, first + size);
}

std::string lower_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

// [encode-png]
Bytes encode_png(const Image& image) {
  Bytes bytes;
  if (stbi_write_png_to_func(append, &bytes, image.width, image.height, image.channels,
                             image.pixels.data(), image.width * image.channels) == 0)
    throw Error("encoding the PNG failed: is there enough memory?");
  return bytes;
}
// [/encode-png]

Bytes encode_jpeg(const Image& image) {
  if (image.width > jpeg_max_side || image.height > jpeg_max_side)
    throw Error(fmt::format("a JPEG is at most {} pixels wide and high: save as .png instead",
                            jpeg_max_side));
  Bytes bytes;
  if (stbi_write_jpg_to_func(append, &bytes, image.width, image.height, image.channels,
                             image.pixels.data(), jpeg_quality) == 0)
    throw Error("encoding the JPEG failed: is there enough memory?");
  return bytes;
}

Bytes encode(const fs::path& path, const Image& image) {
  const std::string extension = lower_extension(path);
  if (extension == ".png")
    return encode_png(image);
  if (extension == ".jpg" || extension == ".jpeg")
    return encode_jpeg(with_channels(image, image.channels == 1 ? 1 : 3));
  throw Error(
      fmt::format("cannot save '{}': name a file that ends in .png or .jpg", path.string()));
}

} // namespace

// [load-image]
Image load_image(const fs::path& path, int channels) {
  if (channels != 0 && channels != 1 && channels != 3 && channels != 4)
    throw Error(fmt::format("an image can be loaded with 1, 3 or 4 channels (0: as in the file), "
                            "not {}",
                            channels));
  Image image = decode(path, read_file(path));
  const int wanted = channels == 0 ? image.channels : channels;
  return with_channels(std::move(image), wanted);
}
// [/load-image]

void save_image(const fs::path& path, const Image& image) {
  check_shape(image.width, image.height, image.channels, image.pixels.size());
  const Bytes bytes = encode(path, image);
  write_text(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void check_shape(int width, int height, int channels, std::size_t values) {
  if (channels != 1 && channels != 3 && channels != 4)
    throw Error(
        fmt::format("an image has 1 (grey), 3 (RGB) or 4 (RGBA) channels, not {}", channels));
  if (width < 1 || height < 1 || too_large(width, height))
    throw Error(fmt::format(
        "an image of {} x {} pixels cannot be used: it needs at least 1 x 1 and at most {} pixels",
        width, height, max_image_pixels));
  const std::size_t expected =
      static_cast<std::size_t>(width) * height * static_cast<std::size_t>(channels);
  if (values != expected)
    throw Error(
        fmt::format("an image of {} x {} pixels and {} channels needs {} values, but has {}: "
                    "resize its pixels first",
                    width, height, channels, expected, values));
}

Image to_grey(const Image& image) {
  check_shape(image.width, image.height, image.channels, image.pixels.size());
  if (image.channels == 1)
    return image;
  Image grey{image.width, image.height, 1, {}};
  for (std::size_t i = 0; i < image.pixels.size(); i += static_cast<std::size_t>(image.channels)) {
    const double luma =
        0.2126 * image.pixels[i] + 0.7152 * image.pixels[i + 1] + 0.0722 * image.pixels[i + 2];
    grey.pixels.push_back(static_cast<std::uint8_t>(luma + 0.5));
  }
  return grey;
}

} // namespace common
