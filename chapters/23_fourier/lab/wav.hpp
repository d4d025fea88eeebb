#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fourier {

/// One channel; samples from -1 to 1.
struct Sound {
  int rate = 44100; ///< samples in a second
  std::vector<float> samples;
};

/// Reads a WAV file of 16 bits a sample; several channels become their mean. Throws Error for anything else.
Sound read_wav(const std::filesystem::path& file);
/// A WAV file: RIFF, one channel, 16 bits a sample. Louder samples are cut off.
void write_wav(const std::filesystem::path& file, const Sound& sound);

} // namespace fourier
