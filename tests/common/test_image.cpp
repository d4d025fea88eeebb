#include "common/image.hpp"
#include "harness/lab/float_image.hpp"
#include "tests/support/support.hpp"

#include "common/error.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#if defined(__unix__)
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using common::Image;
using harness::ImageF;
using tests::contains;

Bytes read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

fs::path write_bytes(const fs::path& path, const Bytes& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return path;
}

fs::path write_text(const fs::path& path, std::string_view text) {
  return write_bytes(path, Bytes(text.begin(), text.end()));
}

/// Seeded noise: no two rows, columns or channels alike, so that a mix-up cannot hide.
Image noise(int width, int height, int channels) {
  std::mt19937 random(7);
  Image image{width, height, channels, {}};
  for (int i = 0; i < width * height * channels; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(random() >> 24));
  return image;
}

/// Smooth shading, which JPEG keeps well.
Image shading(int width, int height, int channels) {
  Image image{width, height, channels, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        image.pixels.push_back(static_cast<std::uint8_t>(40 + 2 * x + y + 20 * c));
  return image;
}

void check_same(const Image& a, const Image& b) {
  CHECK(a.width == b.width);
  CHECK(a.height == b.height);
  CHECK(a.channels == b.channels);
  CHECK(a.pixels == b.pixels);
}

/// The message of the common::Error that `action` throws; empty if it throws none.
template <typename Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const common::Error& error) {
    return error.what();
  }
  return "";
}

std::string load_error(const fs::path& path) {
  return error_of([&] { common::load_image(path); });
}

std::string save_error(const fs::path& path, const Image& image) {
  return error_of([&] { common::save_image(path, image); });
}

#if defined(__unix__)
/// The bytes of address space that this process takes (Linux); elsewhere 0.
rlim_t address_space() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}
#endif

// A tiny PNG encoder: the data is stored, not compressed. It makes the kinds that save_image()
// never writes.

void append_u32(Bytes& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_chunk(Bytes& png, std::string_view type, const Bytes& data) {
  append_u32(png, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = png.size();
  png.insert(png.end(), type.begin(), type.end());
  png.insert(png.end(), data.begin(), data.end());
  std::uint32_t crc = ~0U;
  for (std::size_t i = start; i < png.size(); ++i) {
    crc ^= png[i];
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  append_u32(png, ~crc);
}

enum PngColour : std::uint8_t { png_grey = 0, png_palette = 3, png_grey_alpha = 4 };

/// `samples`: all rows without their filter bytes.
Bytes make_png(std::uint32_t width, std::uint32_t height, std::uint8_t depth, PngColour colour,
               const Bytes& samples, const Bytes& palette = {}) {
  Bytes png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  Bytes header;
  append_u32(header, width);
  append_u32(header, height);
  header.insert(header.end(), {depth, colour, 0, 0, 0});
  append_chunk(png, "IHDR", header);
  if (!palette.empty())
    append_chunk(png, "PLTE", palette);

  Bytes rows;
  const std::size_t row_bytes = samples.size() / height;
  for (std::uint32_t y = 0; row_bytes > 0 && y < height; ++y) {
    rows.push_back(0); // filter: none
    const auto first = samples.begin() + static_cast<std::ptrdiff_t>(y * row_bytes);
    rows.insert(rows.end(), first, first + static_cast<std::ptrdiff_t>(row_bytes));
  }
  const std::size_t length = rows.size();
  Bytes zlib{0x78, 0x01, 0x01}; // header; one last block, stored
  for (const std::size_t value : {length & 255, length >> 8, ~length & 255, ~length >> 8 & 255})
    zlib.push_back(static_cast<std::uint8_t>(value));
  zlib.insert(zlib.end(), rows.begin(), rows.end());
  std::uint32_t a = 1, b = 0;
  for (const std::uint8_t byte : rows) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  append_u32(zlib, b << 16 | a);
  append_chunk(png, "IDAT", zlib);
  append_chunk(png, "IEND", {});
  return png;
}

} // namespace

TEST_CASE("image: PNG keeps every value of grey, RGB and RGBA") {
  const tests::TemporaryDirectory directory;
  for (const int channels : {1, 3, 4}) {
    CAPTURE(channels);
    const Image image = noise(37, 23, channels);
    common::save_image(directory.path / "noise.png", image);
    check_same(common::load_image(directory.path / "noise.png"), image);
  }
}

TEST_CASE("image: JPEG comes close") {
  const tests::TemporaryDirectory directory;
  for (const int channels : {1, 3}) {
    CAPTURE(channels);
    const Image image = shading(48, 40, channels);
    common::save_image(directory.path / "shading.JPG", image);
    const Image loaded = common::load_image(directory.path / "shading.JPG", channels);
    REQUIRE(loaded.width == image.width);
    REQUIRE(loaded.height == image.height);
    REQUIRE(loaded.pixels.size() == image.pixels.size());
    int worst = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
      worst = std::max(worst, std::abs(loaded.pixels[i] - image.pixels[i]));
    CHECK(worst <= 4);
  }
}

TEST_CASE("image: the content decides how to read, not the name") {
  const tests::TemporaryDirectory directory;
  const Image image = noise(5, 4, 3);
  common::save_image(directory.path / "a.png", image);
  fs::rename(directory.path / "a.png", directory.path / "a.jpg");
  check_same(common::load_image(directory.path / "a.jpg"), image);
}

TEST_CASE("image: one pixel is an image") {
  const tests::TemporaryDirectory directory;
  for (const char* name : {"dot.png", "dot.jpg"}) {
    CAPTURE(name);
    common::save_image(directory.path / name, {1, 1, 3, {90, 90, 90}});
    const Image dot = common::load_image(directory.path / name);
    CHECK(dot.width == 1);
    CHECK(dot.height == 1);
    REQUIRE(dot.pixels.size() == 3);
    CHECK(std::abs(dot.pixels[0] - 90) <= 2);
  }
  check_same(
      common::load_image(write_bytes(directory.path / "d.png", make_png(1, 1, 8, png_grey, {77}))),
      {1, 1, 1, {77}});
}

TEST_CASE("image: formats that hold less take what they can") {
  const tests::TemporaryDirectory directory;
  const Image rgba = noise(9, 8, 4);
  common::save_image(directory.path / "a.jpg", rgba);
  CHECK(common::load_image(directory.path / "a.jpg").channels == 3);
}

TEST_CASE("image: loading with a number of channels converts") {
  const tests::TemporaryDirectory directory;
  const fs::path grey_file = directory.path / "grey.png", rgb_file = directory.path / "rgb.png",
                 rgba_file = directory.path / "rgba.png";
  common::save_image(grey_file, {1, 1, 1, {50}});
  common::save_image(rgb_file, {1, 1, 3, {200, 100, 40}});
  common::save_image(rgba_file, {1, 1, 4, {200, 100, 40, 9}});

  CHECK(common::load_image(grey_file, 3).pixels == Bytes{50, 50, 50});
  CHECK(common::load_image(grey_file, 4).pixels == Bytes{50, 50, 50, 255});
  CHECK(common::load_image(rgb_file, 4).pixels == Bytes{200, 100, 40, 255});
  CHECK(common::load_image(rgba_file, 3).pixels == Bytes{200, 100, 40});
  CHECK(common::load_image(rgba_file, 4).pixels == Bytes{200, 100, 40, 9});
  // 0.2126 * 200 + 0.7152 * 100 + 0.0722 * 40 = 116.928
  CHECK(common::load_image(rgb_file, 1).pixels == Bytes{117});
  CHECK(common::load_image(rgba_file, 1).pixels == Bytes{117});
  for (const int channels : {-1, 2, 5})
    CHECK(contains(error_of([&] { common::load_image(rgb_file, channels); }), "1, 3 or 4"));
}

TEST_CASE("image: 16-bit, palette and grey-alpha PNG become 8-bit") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "a.png";

  write_bytes(file, make_png(2, 2, 16, png_grey, {0, 200, 17, 0, 128, 255, 255, 255}));
  check_same(common::load_image(file), {2, 2, 1, {0, 17, 128, 255}});

  const Bytes palette{255, 0, 0, 0, 255, 0, 1, 2, 3};
  write_bytes(file, make_png(3, 1, 8, png_palette, {2, 0, 1}, palette));
  check_same(common::load_image(file), {3, 1, 3, {1, 2, 3, 255, 0, 0, 0, 255, 0}});

  write_bytes(file, make_png(2, 1, 8, png_grey_alpha, {10, 20, 30, 40}));
  check_same(common::load_image(file), {2, 1, 4, {10, 10, 10, 20, 30, 30, 30, 40}});
  check_same(common::load_image(file, 1), {2, 1, 1, {10, 30}});
}

TEST_CASE("image: what cannot be read is refused in one sentence") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "broken.png";

  CHECK(contains(load_error(directory.path / "nowhere.png"), "there is no image file"));
  CHECK(contains(load_error(directory.path), "is a directory"));
  CHECK(contains(load_error(write_text(file, "")), "is empty"));
  CHECK(contains(load_error(write_text(file, "P")), "not an image that we read"));
  CHECK(contains(load_error(write_text(file, "Dear diary, this is no image.")),
                 "not an image that we read"));
  CHECK(contains(load_error(write_bytes(file, make_png(2, 2, 7, png_grey, {1, 2, 3, 4}))),
                 "damaged"));
  CHECK(contains(load_error(write_bytes(file, make_png(2, 2, 8, png_grey, {1, 2}))), "damaged"));
}

TEST_CASE("image: files cut short are refused wherever the cut is") {
  const tests::TemporaryDirectory directory;
  for (const char* name : {"whole.png", "whole.jpg"}) {
    CAPTURE(name);
    common::save_image(directory.path / name, noise(24, 20, 3));
    const Bytes whole = read_bytes(directory.path / name);
    CHECK(load_error(directory.path / name) == "");
    for (std::size_t size = 12; size < whole.size(); size += 1 + size / 16) {
      CAPTURE(size);
      const auto end = whole.begin() + static_cast<std::ptrdiff_t>(size);
      CHECK(contains(load_error(write_bytes(directory.path / "cut", {whole.begin(), end})),
                     "cut short"));
    }
    CHECK(
        contains(load_error(write_bytes(directory.path / "cut", {whole.begin(), whole.end() - 1})),
                 "cut short"));
  }
}

TEST_CASE("image: absurd sizes are refused before memory is asked for") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "vast";
  // A grey PNG of 20,000 x 20,000 pixels, then one of 16,000,000 x 16,000,000, both without them.
  for (const std::uint32_t side : {20'000U, 16'000'000U}) {
    CAPTURE(side);
    CHECK(contains(load_error(write_bytes(file, make_png(side, side, 8, png_grey, {}))),
                   "more than"));
  }
}

#if defined(__unix__)
TEST_CASE(
    "image: a picture for which memory is short is refused before a driver ends the program") {
  const tests::TemporaryDirectory directory;
  const Bytes head =
      make_png(16384, 16384, 8, png_grey, {}); // it is refused before the pixels are missing
  const fs::path file = write_bytes(directory.path / "large.png", head);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  rlimit small = before;
  small.rlim_cur = std::min<rlim_t>(before.rlim_cur, address_space() + 3'000'000'000U);
  setrlimit(RLIMIT_AS, &small);
  const std::string message = load_error(file);
  setrlimit(RLIMIT_AS, &before);
  CAPTURE(message);
  CHECK(contains(message, "with 16384 x 16384 pixels, a program needs about 6.4 GB of memory"));
}
#endif

TEST_CASE("image: a byte that has changed does not end the program") {
  const tests::TemporaryDirectory directory;
  for (const char* name : {"a.png", "a.jpg"}) {
    common::save_image(directory.path / name, noise(9, 5, 3));
    const Bytes whole = read_bytes(directory.path / name);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      Bytes changed = whole;
      changed[at] ^= 1U << at % 8;
      load_error(write_bytes(directory.path / "b", changed));
    }
  }
}

TEST_CASE("image: what follows a picture does not count") {
  const tests::TemporaryDirectory directory;
  for (const char* name : {"a.png", "a.jpg"}) {
    common::save_image(directory.path / name, noise(24, 20, 3));
    const Bytes whole = read_bytes(directory.path / name);
    // Anything, the beginning of another picture, and one more, as behind the photos of phones.
    for (const Bytes& tail : {Bytes{0}, Bytes{0xFF, 0xDA}, whole}) {
      Bytes longer = whole;
      longer.insert(longer.end(), tail.begin(), tail.end());
      check_same(common::load_image(write_bytes(directory.path / "b", longer)),
                 common::load_image(directory.path / name));
    }
  }
}

TEST_CASE("image: a picture is turned as its camera was held") {
  const tests::TemporaryDirectory directory;
  // What cameras write into a JPEG, here as big and as little endian numbers: one other tag, then the orientation.
  const auto exif = [](bool big, std::uint8_t held) {
    Bytes tiff =
        big ? Bytes{'M', 'M', 0, 42, 0, 0, 0, 8, 0, 2} : Bytes{'I', 'I', 42, 0, 8, 0, 0, 0, 2, 0};
    for (const auto& [tag, value] :
         {std::pair<std::uint8_t, std::uint8_t>{0x06, 9}, {0x12, held}}) {
      const Bytes entry = big ? Bytes{1, tag, 0, 3, 0, 0, 0, 1, 0, value, 0, 0}
                              : Bytes{tag, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0};
      tiff.insert(tiff.end(), entry.begin(), entry.end());
    }
    return tiff;
  };
  // Stored: 1 2 3 / 4 5 6.
  const std::vector<Image> seen{{3, 2, 1, {1, 2, 3, 4, 5, 6}}, {3, 2, 1, {3, 2, 1, 6, 5, 4}},
                                {3, 2, 1, {6, 5, 4, 3, 2, 1}}, {3, 2, 1, {4, 5, 6, 1, 2, 3}},
                                {2, 3, 1, {1, 4, 2, 5, 3, 6}}, {2, 3, 1, {4, 1, 5, 2, 6, 3}},
                                {2, 3, 1, {6, 3, 5, 2, 4, 1}}, {2, 3, 1, {3, 6, 2, 5, 1, 4}}};
  common::save_image(directory.path / "plain.jpg", shading(16, 8, 3));
  const Bytes plain = read_bytes(directory.path / "plain.jpg");
  const Image stored = common::load_image(directory.path / "plain.jpg");
  const auto load_jpeg = [&](bool big, std::uint8_t held) {
    Bytes segment{0xFF, 0xE1, 0, 0, 'E', 'x', 'i', 'f', 0, 0};
    const Bytes tiff = exif(big, held);
    segment[3] = static_cast<std::uint8_t>(segment.size() - 2 + tiff.size());
    segment.insert(segment.end(), tiff.begin(), tiff.end());
    Bytes jpeg = plain;
    jpeg.insert(jpeg.begin() + 2, segment.begin(), segment.end());
    return common::load_image(write_bytes(directory.path / "held.jpg", jpeg));
  };
  for (std::uint8_t held = 1; held <= 8; ++held)
    for (const bool big : {false, true}) {
      CAPTURE(held);
      Bytes png = make_png(3, 2, 8, png_grey, {1, 2, 3, 4, 5, 6}), chunk;
      append_chunk(chunk, "eXIf", exif(big, held));
      png.insert(png.begin() + 33, chunk.begin(), chunk.end()); // behind IHDR
      check_same(common::load_image(write_bytes(directory.path / "held.png", png)), seen[held - 1]);
      CHECK(load_jpeg(big, held).width == (held > 4 ? 8 : 16));
    }
  // 6: what is stored at the lower left was seen at the upper left.
  const Image turned = load_jpeg(true, 6);
  for (int c = 0; c < 3; ++c)
    CHECK(turned.pixels[c] == stored.pixels[3 * 7 * 16 + c]);
  for (const int senseless : {0, 9, 255})
    check_same(load_jpeg(false, static_cast<std::uint8_t>(senseless)), stored);
}

TEST_CASE("image: a file of another kind is named, with the command that helps") {
  const tests::TemporaryDirectory directory;
  using namespace std::string_literals;
  const std::vector<std::array<std::string, 3>> files{
      {"\0\0\0\x18"
       "ftypheic\0\0\0\0"s,
       "a HEIC picture", "magick"},
      {"\0\0\0\x18"
       "ftypmif1\0\0\0\0"s,
       "a HEIC picture", "magick"},
      {"\0\0\0\x1C"
       "ftypavif\0\0\0\0"s,
       "an AVIF picture", "magick"},
      {"\0\0\0\x20"
       "ftypisom\0\0\2\0"s,
       "a film", "ffmpeg"},
      {"RIFF\x24\0\0\0WEBPVP8 "s, "a WebP picture", "magick"},
      {"GIF89a\1\0\1\0"s, "a GIF", "magick"},
      {"II*\0\x08\0\0\0"s, "a TIFF", "magick"},
      {"MM\0*\0\0\0\x08"s, "a TIFF", "magick"},
      {"BM\x36\0\0\0"s, "a BMP", "magick"},
      {"P5\n1 1\n255\n0"s, "a PGM", "magick"},
      {"P6\n1 1\n255\n000"s, "a PPM", "magick"},
      {"\xFF\x0A\x00"s, "a JPEG XL picture", "magick"},
      {"\0\0\0\x0CJXL \r\n"s, "a JPEG XL picture", "magick"},
      {"<!DOCTYPE html>\n<html>"s, "a web page", "download the picture itself"},
      {"<html>"s, "a web page", "download the picture itself"},
      {"<svg xmlns=''/>"s, "an SVG drawing", "magick"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:0\n"s, "a pointer of Git LFS",
       "git lfs pull"}};
  for (const auto& [bytes, kind, help] : files) {
    CAPTURE(kind);
    const std::string message = load_error(write_text(directory.path / "picture.png", bytes));
    CAPTURE(message);
    CHECK(contains(message, "it is " + kind));
    CHECK(contains(message, help));
  }
  CHECK(contains(load_error("https://example.org/a.png"), "curl -LO 'https://example.org/a.png'"));
  CHECK(contains(load_error("~/a.png"), "the shell replaces ~ outside quotes only"));
}

#if defined(__unix__)
TEST_CASE("image: only regular files are read, and of others than images the beginning only") {
  CHECK(contains(load_error("/dev/zero"), "'/dev/zero'"));
  CHECK(contains(load_error("/dev/zero"), "no regular file"));
  const tests::TemporaryDirectory directory;
  const fs::path pipe = directory.path / "pipe", vast = directory.path / "vast";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(contains(load_error(pipe), "no regular file"));

  // 3 GB that take no space on the disk. That they are not read shows in the memory that this process may have.
  write_bytes(vast, {});
  fs::resize_file(vast, 3'000'000'000U);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  rlimit small = before;
  small.rlim_cur = std::min<rlim_t>(before.rlim_cur, address_space() + 1'000'000'000U);
  setrlimit(RLIMIT_AS, &small);
  std::string message;
  const auto load = [&] {
    try {
      message = load_error(vast);
    } catch (const std::bad_alloc&) {
      message = "no memory";
    }
  };
  load();
  setrlimit(RLIMIT_AS, &before);
  CHECK(contains(message, "not an image that we read"));

  std::fstream(vast, std::ios::binary | std::ios::in | std::ios::out) << "\x89PNG\r\n\x1a\n";
  setrlimit(RLIMIT_AS, &small);
  load();
  setrlimit(RLIMIT_AS, &before);
  CHECK(contains(message, "larger than"));
}
#endif

TEST_CASE("image: what cannot be saved is refused and leaves no file") {
  const tests::TemporaryDirectory directory;
  const Image image = noise(8, 8, 3);

  for (const char* name : {"a.bmp", "a", "a.png.txt", ".png"})
    CHECK(contains(save_error(directory.path / name, image), "ends in .png"));
  CHECK(contains(save_error(directory.path / "nowhere" / "a.png", image), "there is no directory"));
  CHECK(contains(save_error(directory.path / "a.png", {8, 8, 3, Bytes(7)}), "needs 192 values"));
  CHECK(contains(save_error(directory.path / "a.png", {8, 8, 2, Bytes(128)}), "channels, not 2"));
  CHECK(contains(save_error(directory.path / "a.png", {}), "channels, not 0"));
  CHECK(contains(save_error(directory.path / "a.png", {0, 8, 1, {}}), "at least 1 x 1"));
  CHECK(contains(save_error(directory.path / "a.png", {-8, -8, 1, Bytes(64)}), "at least 1 x 1"));
  CHECK(contains(save_error(directory.path / "a.png", {1 << 30, 1 << 30, 1, {}}), "at most"));
  CHECK(contains(save_error(directory.path / "a.jpg", {70'000, 1, 1, Bytes(70'000)}), "65535"));
  CHECK(fs::is_empty(directory.path));

  fs::create_directory(directory.path / "folder.png");
  CHECK(contains(save_error(directory.path / "folder.png", image), "is a directory"));
  CHECK(directory.files().empty());

  // A directory without write permission; whoever is root may write all the same.
  const fs::path locked = directory.path / "locked";
  fs::create_directory(locked);
  fs::permissions(locked, fs::perms::owner_read | fs::perms::owner_exec);
  const bool locked_out = !std::ofstream(locked / "probe").is_open();
  if (locked_out)
    CHECK(contains(save_error(locked / "a.png", image), "you may not write"));
  fs::permissions(locked, fs::perms::owner_all);
}

#if defined(__unix__)
TEST_CASE("image: a failed save keeps the file that was there and leaves no partial one") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "precious.png";
  const Image precious = noise(4, 4, 3);
  common::save_image(file, precious);

  // A full disk, imitated: no file of this process may grow beyond 4096 bytes.
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  rlimit small = before;
  small.rlim_cur = 4096;
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string message = save_error(file, noise(64, 64, 3));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);

  CHECK(contains(message, "disk full"));
  check_same(common::load_image(file), precious);
  CHECK(directory.files().size() == 1);

  common::save_image(file, noise(64, 64, 3));
  check_same(common::load_image(file), noise(64, 64, 3));
  CHECK(directory.files().size() == 1);
}
#endif

TEST_CASE("image: bytes to float and back is exact") {
  Image all{256, 1, 1, {}};
  for (int value = 0; value < 256; ++value)
    all.pixels.push_back(static_cast<std::uint8_t>(value));
  const ImageF floats = harness::to_float(all);
  CHECK(floats.width == 256);
  CHECK(floats.channels == 1);
  CHECK(floats.pixels[0] == 0.0F);
  CHECK(floats.pixels[51] == doctest::Approx(0.2));
  CHECK(floats.pixels[255] == 1.0F);
  check_same(harness::to_bytes(floats), all);
}

TEST_CASE("image: float to bytes clamps, rounds to nearest and makes NaN black") {
  const float infinity = std::numeric_limits<float>::infinity();
  const ImageF values{9,
                      1,
                      1,
                      {-0.5F, 1.5F, std::numeric_limits<float>::quiet_NaN(), infinity, -infinity,
                       0.5F, 0.49F / 255, 0.51F / 255, 254.6F / 255}};
  CHECK(harness::to_bytes(values).pixels == Bytes{0, 255, 0, 255, 0, 128, 0, 1, 255});
  CHECK(contains(error_of([&] { harness::to_bytes({2, 2, 1, {0.5F}}); }), "needs 4 values"));
}

TEST_CASE("image: grey is the Rec. 709 luma") {
  const Image rgb{5, 1, 3, {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0}};
  check_same(common::to_grey(rgb), {5, 1, 1, {54, 182, 18, 255, 0}});
  const ImageF grey = harness::to_grey(ImageF{1, 1, 4, {0.5F, 0.25F, 1.0F, 0.1F}});
  CHECK(grey.channels == 1);
  REQUIRE(grey.pixels.size() == 1);
  CHECK(grey.pixels[0] == doctest::Approx(0.2126 * 0.5 + 0.7152 * 0.25 + 0.0722));
  check_same(common::to_grey(Image{2, 1, 1, {3, 9}}), {2, 1, 1, {3, 9}});
}
