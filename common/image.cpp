#include "common/image.hpp"

#include "common/error.hpp"
#include "common/files.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <memory>
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

constexpr int jpeg_quality = 95;
constexpr int jpeg_max_side = 65535;
constexpr std::uintmax_t max_file_size = 4 * max_image_pixels; // 1 GiB; stb can read twice as much
constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n", jpeg_signature = "\xff\xd8\xff";

bool too_large(std::int64_t width, std::int64_t height) {
  return width > max_image_pixels || height > max_image_pixels || width * height > max_image_pixels;
}

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
  throw Error(fmt::format("cannot read the image '{}': {}", path.string(), why));
}

// The bytes of a PNG or a JPEG. Its first ones are looked at before the rest is read: what `path` names may be anything.
std::string read_image_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status))
    throw Error(fmt::format("there is no image file '{}': check the path", path.string()));
  if (!fs::is_regular_file(status))
    refuse(path, fs::is_directory(status) ? "it is a directory; name an image file inside it"
                                          : "it is no regular file; name a PNG or a JPEG");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    refuse(path, "check that you may read it");
  std::string head(png_signature.size(), '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (file.gcount() == 0)
    refuse(path, "it is empty (0 bytes); get the file again");
  if (!head.starts_with(png_signature) && !head.starts_with(jpeg_signature))
    refuse(path, "it is not an image that we read; give a PNG or a JPEG");
  if (fs::file_size(path) > max_file_size)
    refuse(path, "it is larger than 1 GiB; use a smaller image");
  return read_text(path);
}

constexpr const char* truncated = "it is cut short (truncated); get the file again";

std::string damaged(std::string_view reason) {
  return fmt::format(
      "it is damaged or of an unusual kind ({}); save it again as an ordinary PNG or JPEG", reason);
}

// What is wrong with a PNG, as far as stb does not look; empty where nothing is. A PNG is a chain of chunks (length,
// type, data, CRC of type and data) that ends with IEND.
std::string png_problem(std::string& bytes) {
  auto* const data = reinterpret_cast<unsigned char*>(bytes.data());
  const auto number = [&](std::size_t at) {
    return std::uint32_t{data[at]} << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3];
  };
  constexpr std::size_t frame = 12; // a chunk without its data
  for (std::size_t at = png_signature.size(), length = 0; at + frame <= bytes.size();
       at += frame + length) {
    length = number(at);
    if (length > bytes.size() - at - frame)
      break;
    if (stbiw__crc32(data + at + 4, static_cast<int>(length + 4)) != number(at + 8 + length))
      return damaged("wrong CRC");
    if (bytes.compare(at + 4, 4, "IEND") == 0)
      return {};
  }
  return truncated;
}

// stb decodes a JPEG without its end as if the rest were grey. In the compressed data, the byte FF
// is never followed by DA (start of scan) or D9 (end of image), so the last D9 must come after the
// last DA. (The first D9 may belong to a thumbnail.)
std::string jpeg_problem(const std::string& bytes) {
  std::size_t end = bytes.size() - 1;
  while (end > 0 && (bytes[end - 1] != '\xFF' || (bytes[end] != '\xD9' && bytes[end] != '\xDA')))
    --end;
  return bytes[end] == '\xD9' ? "" : truncated;
}

Image decode(const fs::path& path, std::string bytes) {
  const bool is_png = bytes.starts_with(png_signature);
  if (const std::string problem = is_png ? png_problem(bytes) : jpeg_problem(bytes);
      !problem.empty())
    refuse(path, problem);
  const std::string too_many = fmt::format(
      "it has more than the {} pixels that we read; use a smaller image", max_image_pixels);
  const auto* const data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  const bool known = stbi_info_from_memory(data, size, &width, &height, &channels) != 0;
  if (known && too_large(width, height))
    refuse(path, too_many);
  const int wanted = channels == 2 ? 4 : channels;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(data, size, &width, &height, &channels, wanted), &stbi_image_free);
  if (!known || !pixels) { // only loading tells the reason
    const std::string_view reason = stbi_failure_reason();
    refuse(path, reason == "too large" ? too_many : damaged(reason));
  }
  const std::size_t count = static_cast<std::size_t>(width) * height * wanted;
  return {width, height, wanted, {pixels.get(), pixels.get() + count}};
}

void append(void* context, void* data, int size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data), size);
}

std::string encode(const Image& image, bool as_png) {
  std::string bytes;
  const auto& [width, height, channels, pixels] = image;
  const int done = as_png ? stbi_write_png_to_func(append, &bytes, width, height, channels,
                                                   pixels.data(), width * channels)
                          : stbi_write_jpg_to_func(append, &bytes, width, height, channels,
                                                   pixels.data(), jpeg_quality);
  if (done == 0)
    throw Error("encoding the image failed: is there enough memory?");
  return bytes;
}

} // namespace

// [load-image]
Image load_image(const fs::path& path, int channels) {
  if (channels != 0 && channels != 1 && channels != 3 && channels != 4)
    throw Error(
        fmt::format("an image has 1, 3 or 4 channels (0: all there are), not {}", channels));
  Image image = decode(path, read_image_file(path));
  return channels == 0 ? image : with_channels(std::move(image), channels);
}
// [/load-image]

std::string image_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension != ".png" && extension != ".jpg" && extension != ".jpeg")
    throw UsageError(
        fmt::format("cannot save '{}': name a file that ends in .png or .jpg", path.string()));
  return extension;
}

// [save-image]
void save_image(const fs::path& path, const Image& image) {
  check_shape(image.width, image.height, image.channels, image.pixels.size());
  const bool as_png = image_extension(path) == ".png";
  if (!as_png && std::max(image.width, image.height) > jpeg_max_side)
    throw Error(fmt::format("a JPEG is at most {} pixels wide and high: save as .png instead",
                            jpeg_max_side));
  write_text(path,
             encode(as_png ? image : with_channels(image, image.channels == 1 ? 1 : 3), as_png));
}
// [/save-image]

void check_shape(int width, int height, int channels, std::size_t values) {
  if (channels != 1 && channels != 3 && channels != 4)
    throw Error(
        fmt::format("an image has 1 (grey), 3 (RGB) or 4 (RGBA) channels, not {}", channels));
  if (width < 1 || height < 1 || too_large(width, height))
    throw Error(fmt::format(
        "an image of {} x {} pixels cannot be used: it has at least 1 x 1 and at most {} pixels",
        width, height, max_image_pixels));
  const std::size_t expected = std::size_t(width) * height * channels;
  if (values != expected)
    throw Error(fmt::format(
        "an image of {} x {} pixels and {} channels needs {} values, not {}: resize its pixels",
        width, height, channels, expected, values));
}

// [to-grey]
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
// [/to-grey]

// [with-channels]
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
// [/with-channels]

} // namespace common
