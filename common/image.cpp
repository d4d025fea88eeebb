#include "common/image.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/files.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
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
constexpr double large = 4e6; // pixels: work on more than that may take long
constexpr std::uintmax_t max_file_size = 4 * max_image_pixels; // 1 GiB; stb can read twice as much
constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n", jpeg_signature = "\xff\xd8\xff";

bool too_large(std::int64_t width, std::int64_t height) {
  return width > max_image_pixels || height > max_image_pixels || width * height > max_image_pixels;
}

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
  throw Error(fmt::format("cannot read the image '{}': {}", path.string(), why));
}

// What a file is that is no PNG or JPEG, by its first bytes, and what to do with it.
std::string foreign_file(std::string_view head, const fs::path& path) {
  struct Kind {
    std::size_t at;
    std::string_view bytes, name;
  };
  using namespace std::string_view_literals;
  constexpr std::string_view web_page = "a web page, not the picture that it shows",
                             pointer = "a pointer of Git LFS, not the picture", film = "a film";
  std::string small(head);
  std::transform(head.begin(), head.end(), small.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  for (const auto& [at, bytes, name] : {Kind{4, "ftypavi"sv, "an AVIF picture"},
                                        Kind{4, "ftyphei"sv, "a HEIC picture"},
                                        Kind{4, "ftypmif"sv, "a HEIC picture"},
                                        Kind{8, "webp"sv, "a WebP picture"},
                                        Kind{0, "gif8"sv, "a GIF"},
                                        Kind{0, "ii*\0"sv, "a TIFF"},
                                        Kind{0, "mm\0*"sv, "a TIFF"},
                                        Kind{0, "bm"sv, "a BMP"},
                                        Kind{0, "\xFF\x0A"sv, "a JPEG XL picture"},
                                        Kind{4, "jxl "sv, "a JPEG XL picture"},
                                        Kind{4, "jp  "sv, "a JPEG 2000 picture"},
                                        Kind{0, "8bps"sv, "a Photoshop file"},
                                        Kind{0, "%pdf"sv, "a PDF"},
                                        Kind{0, "<svg"sv, "an SVG drawing"},
                                        Kind{0, "<?xml"sv, "an SVG drawing"},
                                        Kind{0, "<!doctype"sv, web_page},
                                        Kind{0, "<html"sv, web_page},
                                        Kind{0, "version https://git-lfs"sv, pointer},
                                        Kind{4, "ftyp"sv, film},
                                        Kind{0, "p2"sv, "a PGM"},
                                        Kind{0, "p5"sv, "a PGM"},
                                        Kind{0, "p3"sv, "a PPM"},
                                        Kind{0, "p6"sv, "a PPM"}})
    if (small.compare(std::min(at, small.size()), bytes.size(), bytes) == 0)
      return fmt::format(
          fmt::runtime(
              name == web_page  ? "it is {}: download the picture itself"
              : name == pointer ? "it is {}: get it with `git lfs pull`"
              : name == film
                  ? "it is {}: take a picture from it with `ffmpeg -i '{}' -frames:v 1 picture.png`"
                  : "it is {}: convert it with `magick '{}' picture.png` (ImageMagick 6: "
                    "`convert`)"),
          name, path.string());
  return "it is not an image that we read; give a PNG or a JPEG";
}

// The bytes of a PNG or a JPEG. Its first ones are looked at before the rest is read: what `path` names may be anything.
std::string read_image_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status))
    throw Error(fmt::format(
        "there is no image file '{}': {}", path.string(),
        path.string().starts_with("~") ? "the shell replaces ~ outside quotes only; write $HOME"
        : path.string().find(":/") != std::string::npos
            ? fmt::format("download the picture first, for instance with `curl -LO '{}'`",
                          path.string())
            : "check the path"));
  if (!fs::is_regular_file(status))
    refuse(path, fs::is_directory(status) ? "it is a directory; name an image file inside it"
                                          : "it is no regular file; name a PNG or a JPEG");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    refuse(path, "check that you may read it");
  std::string head(32, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (file.gcount() == 0)
    refuse(path, "it is empty (0 bytes); get the file again");
  if (!head.starts_with(png_signature) && !head.starts_with(jpeg_signature))
    refuse(path, foreign_file(head, path));
  if (fs::file_size(path) > max_file_size)
    refuse(path, "it is larger than 1 GiB; use a smaller image");
  return read_text(path);
}

// A file in memory, which stb reads through callbacks: it would take what is missing at the end for zeros, without a word.
struct Stream {
  const std::string& bytes;
  std::size_t at = 0;
  bool past_end = false; // more was asked for than there is

  static int read(void* user, char* to, int size) {
    Stream& self = *static_cast<Stream*>(user);
    const std::size_t count = self.bytes.copy(to, size, std::min(self.at, self.bytes.size()));
    self.past_end = self.past_end || count == 0;
    self.at += count;
    return static_cast<int>(count);
  }
  static void skip(void* user, int count) { static_cast<Stream*>(user)->at += count; }
  static int at_end(void* user) {
    return static_cast<Stream*>(user)->at >= static_cast<Stream*>(user)->bytes.size();
  }
};

// How the camera was held: the tag 0x0112 of EXIF data, from 1 (upright) to 8. Source: EXIF 2.32, section 4.6.4.
unsigned orientation(std::string_view bytes) {
  bool big_endian = true; // as JPEG and PNG are
  const auto number = [&](std::size_t at, unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count && at + count <= bytes.size(); ++i)
      value = value << 8 | static_cast<unsigned char>(bytes[at + (big_endian ? i : count - 1 - i)]);
    return value;
  };
  std::size_t exif = 0; // where its segment or chunk has it
  if (bytes.starts_with(png_signature))
    for (std::size_t at = 8; exif == 0 && at < bytes.size(); at += 12 + number(at, 4))
      exif = number(at + 4, 4) == 0x65584966 ? at + 8 : 0; // "eXIf"
  else
    for (std::size_t at = 2; exif == 0 && number(at, 1) == 0xFF && number(at, 2) != 0xFFDA;
         at += 2 + number(at + 2, 2))
      exif = number(at, 2) == 0xFFE1 && number(at + 4, 4) == 0x45786966 ? at + 10 : 0; // "Exif"
  if (exif == 0)
    return 1;
  big_endian = number(exif, 2) == 0x4D4D;
  const std::size_t tags = exif + number(exif + 4, 4);
  for (unsigned i = 0; i < number(tags, 2); ++i)
    if (const std::size_t tag = tags + 2 + 12 * i; number(tag, 2) == 0x0112)
      return number(tag + 8, 2);
  return 1;
}

// The picture as it was seen, where its rows are stored as the camera was held.
Image turned(const Image& stored, unsigned held) {
  if (held < 2 || held > 8)
    return stored;
  const auto& [width, height, channels, pixels] = stored;
  Image image{held > 4 ? height : width, held > 4 ? width : height, channels, {}};
  image.pixels.reserve(pixels.size());
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const int column = held > 4 ? y : x, row = held > 4 ? x : y;
      const bool from_right = held == 2 || held == 3 || held == 7 || held == 8;
      const bool from_below = held == 3 || held == 4 || held == 6 || held == 7;
      const auto pixel =
          pixels.begin() + (std::ptrdiff_t{from_below ? height - 1 - row : row} * width +
                            (from_right ? width - 1 - column : column)) *
                               channels;
      image.pixels.insert(image.pixels.end(), pixel, pixel + channels);
    }
  return image;
}

Image decode(const fs::path& path, const std::string& bytes) {
  const std::string too_many = fmt::format(
      "it has more than the {} pixels that we read; use a smaller image", max_image_pixels);
  constexpr stbi_io_callbacks callbacks{Stream::read, Stream::skip, Stream::at_end};
  Stream header{bytes}, stream{bytes};
  int width = 0, height = 0, channels = 0;
  const bool known = stbi_info_from_callbacks(&callbacks, &header, &width, &height, &channels) != 0;
  if (known && too_large(width, height))
    refuse(path, too_many);
  // Some drivers end a program for which memory is short: as RGBA, a picture is there six times in most programs.
  if (const double need = 6.0 * 4 * width * height; need > free_memory())
    refuse(path, fmt::format("with {} x {} pixels, a program needs about {:.1f} GB of memory, and "
                             "this one may have {:.1f} GB; use a smaller image",
                             width, height, 1e-9 * need, 1e-9 * free_memory()));
  const int wanted = channels == 2 ? 4 : channels;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load_from_callbacks(&callbacks, &stream, &width, &height, &channels, wanted),
      &stbi_image_free);
  const char* const failure = known && pixels ? "" : stbi_failure_reason(); // only loading tells it
  const std::string_view reason = failure ? failure : "no reason given";
  if (reason == "too large")
    refuse(path, too_many);
  if (header.past_end || stream.past_end || reason == "outofdata")
    refuse(path, "it is cut short (truncated); get the file again");
  if (!reason.empty())
    refuse(path,
           fmt::format(
               "it is damaged or of an unusual kind ({}); save it again as an ordinary PNG or JPEG",
               reason));
  const std::size_t count = static_cast<std::size_t>(width) * height * wanted;
  return turned({width, height, wanted, {pixels.get(), pixels.get() + count}}, orientation(bytes));
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

// How long encode() will take, told by some rows of each eighth; 0 where that is not long.
double seconds_to_encode(const Image& image) {
  const std::size_t row = image.pixels.size() / image.height, rows = image.height / 256;
  if (rows == 0 || double(image.width) * image.height <= large)
    return 0.0;
  Image some{image.width, int(8 * rows), image.channels, {}};
  for (std::size_t eighth = 0; eighth < 8; ++eighth) {
    const std::uint8_t* const begin = &image.pixels[image.height * eighth / 8 * row];
    some.pixels.insert(some.pixels.end(), begin, begin + rows * row);
  }
  const Stopwatch watch;
  encode(some, true);
  return watch.seconds() * image.height / some.height;
}

} // namespace

// [load-image]
Image load_image(const fs::path& path, int channels) {
  if (channels != 0 && channels != 1 && channels != 3 && channels != 4)
    throw Error(
        fmt::format("an image has 1, 3 or 4 channels (0: all there are), not {}", channels));
  Image image = [&] {
    const Progress reading(fmt::format("reading '{}'", path.string()));
    return decode(path, read_image_file(path));
  }();
  if (const double size = static_cast<double>(image.width) * image.height; size > large) {
    const std::string note = fmt::format(
        "note: {} x {} pixels are {:.0f} times those of the test pictures, and what a program "
        "checks on the host takes as many times as long. To make a smaller picture: "
        "magick '{}' -resize 1024x1024 small.png\n",
        image.width, image.height, size / (512 * 512), path.string());
    std::fputs(note.c_str(), stderr);
    static const Progress rest("computing"); // until the program ends
  }
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
  const Progress writing("writing the picture" + std::string(as_png ? " (a .jpg takes less)" : ""),
                         as_png ? seconds_to_encode(image) : 0.0);
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
