// Sound files: a list of chunks, each with a name of four letters, its length, and as many bytes. All numbers begin with their
// lowest byte.

#include "wav.hpp"

#include "common/error.hpp"
#include "common/files.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace fourier {
namespace {

std::uint32_t number(const std::string& bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t b = 0; b < count; ++b)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at + b))) << 8 * b;
  return value;
}

std::string text(std::uint32_t value, int count) {
  std::string bytes;
  for (int b = 0; b < count; ++b)
    bytes += static_cast<char>(value >> 8 * b & 255);
  return bytes;
}

} // namespace

Sound read_wav(const std::filesystem::path& file) {
  const std::string bytes = common::read_text(file);
  const auto refuse = [&](const std::string& why) {
    throw common::Error(fmt::format("{}: {}.", file.string(), why));
  };
  if (bytes.size() < 12 || bytes.compare(0, 4, "RIFF") != 0 || bytes.compare(8, 4, "WAVE") != 0)
    refuse("this is no WAV file");
  Sound sound;
  std::size_t channels = 0;
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const std::string name = bytes.substr(at, 4);
    const std::size_t begin = at + 8, length = std::min<std::size_t>(number(bytes, at + 4, 4),
                                                                     bytes.size() - begin);
    if (name == "fmt " && length >= 16) {
      channels = number(bytes, begin + 2, 2);
      sound.rate = static_cast<int>(number(bytes, begin + 4, 4));
      const std::uint32_t coding =
          number(bytes, begin, 2); // 65534: the same, with more about the channels
      if ((coding != 1 && coding != 65534) || number(bytes, begin + 14, 2) != 16 || channels == 0 ||
          sound.rate < 1 || sound.rate > 1000000)
        refuse("only whole samples of 16 bits can be read");
    } else if (name == "data" && channels > 0) {
      for (std::size_t i = begin; i + 2 * channels <= begin + length; i += 2 * channels) {
        int sum = 0;
        for (std::size_t c = 0; c < channels; ++c)
          sum += static_cast<std::int16_t>(number(bytes, i + 2 * c, 2));
        sound.samples.push_back(static_cast<float>(sum) /
                                (32768.0F * static_cast<float>(channels)));
      }
    }
    at = begin + length + length % 2; // chunks begin at even places
  }
  if (sound.samples.empty())
    refuse("there are no samples in it");
  return sound;
}

void write_wav(const std::filesystem::path& file, const Sound& sound) {
  const auto size = static_cast<std::uint32_t>(2 * sound.samples.size());
  const auto rate = static_cast<std::uint32_t>(sound.rate);
  std::string bytes = "RIFF" + text(36 + size, 4) + "WAVEfmt " + text(16, 4) + text(1, 2) +
                      text(1, 2) + text(rate, 4) + text(2 * rate, 4) + text(2, 2) + text(16, 2) +
                      "data" + text(size, 4);
  for (const float sample : sound.samples)
    bytes += text(static_cast<std::uint32_t>(static_cast<std::int32_t>(
                      std::lround(std::clamp(sample, -1.0F, 1.0F) * 32767.0F))),
                  2);
  common::write_text(file, bytes);
}

} // namespace fourier
