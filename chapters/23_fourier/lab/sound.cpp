// --use sound: takes the hum of the mains out of a recording, and what is too high or too low.

#include "uses.hpp"
#include "wav.hpp"

#include "common/error.hpp"
#include "harness/system/plot.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace fourier {
namespace {

// [recording]
// Eight notes of half a second, with two overtones; they fade.
double note(int i, int rate) {
  const int key = 2 * i / rate, steps[] = {0, 2, 4, 5, 7, 9, 11, 12};
  const double t = static_cast<double>(2 * i % rate) / 2.0 / rate,
               pitch = 523.25 * std::pow(2.0, steps[key % 8] / 12.0);
  double sum = 0.0;
  for (int m = 1; m <= 3; ++m)
    sum += std::sin(full_turn * m * pitch * t) / (m * m);
  return 0.3 * std::exp(-4.0 * t) * sum;
}

// The mains: nearly 50 periods a second, and five multiples of that.
double hum(int i, int rate) {
  double sum = 0.0;
  for (int m = 1; m <= 6; ++m)
    sum += std::sin(full_turn * 49.97 * m * i / rate + m) / m;
  return 0.1 * sum;
}
// [/recording]

constexpr int block_length = 32768; // of a block: 0.74 seconds

// What the kernels do, in double.
std::vector<double> filtered_in_double(const Sound& sound, const UseOptions& o) {
  const int n = static_cast<int>(sound.samples.size());
  std::vector<double> out(sound.samples.size());
  const auto step = [](double r) { return 1.0 / std::sqrt(1.0 + std::pow(r, 8.0)); };
  for (int begin = -block_length / 2; begin < n; begin += block_length / 2) {
    Numbers x(block_length);
    for (int i = std::max(0, -begin); i < std::min(block_length, n - begin); ++i)
      x[static_cast<std::size_t>(i)] = std::pow(std::sin(full_turn / 2.0 * i / block_length), 2.0) *
                                       double{sound.samples[static_cast<std::size_t>(begin + i)]};
    x = transformed(x, {block_length}, fft::Direction::forward);
    for (int k = 0; k < block_length; ++k) {
      const double f =
          static_cast<double>(std::min(k, block_length - k)) * sound.rate / block_length;
      double gain = 1.0;
      if (o.hum > 0.0) {
        const double m = std::clamp(std::nearbyint(f / o.hum), 1.0, 6.0),
                     t = std::clamp((std::abs(f - m * o.hum) - 3.0) / 3.0, 0.0, 1.0);
        gain *= t * t * (3.0 - 2.0 * t);
      }
      if (o.high > 0.0)
        gain *= step(o.high / std::max(f, 1e-3));
      if (o.low > 0.0)
        gain *= step(f / o.low);
      x[static_cast<std::size_t>(k)] *= gain;
    }
    x = transformed(x, {block_length}, fft::Direction::inverse);
    for (int i = std::max(0, -begin); i < std::min(block_length, n - begin); ++i)
      out[static_cast<std::size_t>(begin + i)] += x[static_cast<std::size_t>(i)].real();
  }
  return out;
}

// The strengths of all blocks, in decibels: for each of 300 steps of the logarithm of the frequency, the mean power.
std::string spectrum(const std::vector<float>& X, int rate) {
  constexpr std::size_t half = block_length / 2 + 1;
  std::string points;
  double from = 20.0;
  for (int s = 0; s < 300; ++s) {
    const double to = std::min(20.0 * std::pow(900.0, (s + 1) / 300.0), rate / 2.0);
    const auto first = static_cast<std::size_t>(std::ceil(from * block_length / rate)),
               end = static_cast<std::size_t>(std::ceil(to * block_length / rate));
    double power = 0.0;
    for (std::size_t k = first; k < end; ++k)
      for (std::size_t b = 0; b < X.size() / 2 / half; ++b)
        power += std::pow(std::hypot(X[2 * (b * half + k)], X[2 * (b * half + k) + 1]), 2.0);
    if (end > first) {
      const double blocks = static_cast<double>(X.size() / 2 / half);
      points += fmt::format("{:.1f} {:.2f}\n",
                            0.5 * static_cast<double>(first + end - 1) * rate / block_length,
                            10.0 * std::log10(power / blocks / static_cast<double>(end - first) /
                                                  (block_length / 4.0) / (block_length / 4.0) +
                                              1e-12));
      from = to;
    }
  }
  return points;
}

} // namespace

int filter_sound(const UseOptions& o, const harness::Lab& lab) {
  const std::filesystem::path directory = o.output;
  Sound sound;
  std::vector<float> clean;
  if (!o.input.empty()) {
    sound = read_wav(o.input);
  } else {
    const int n = lab.quick ? sound.rate : 4 * sound.rate;
    const std::vector<float> hiss = common::random_floats(static_cast<std::size_t>(n), lab.seed);
    for (int i = 0; i < n; ++i) {
      const double wanted = note(i, sound.rate) + 0.01 * hiss[static_cast<std::size_t>(i)];
      clean.push_back(static_cast<float>(wanted));
      sound.samples.push_back(static_cast<float>(wanted + hum(i, sound.rate)));
    }
    write_wav(directory / "played.wav", {sound.rate, clean});
  }
  write_wav(directory / "before.wav", sound);

  // [filter]
  const auto samples = static_cast<int>(sound.samples.size()),
             blocks = (samples - 1) / (block_length / 2) + 2;
  const fft::Shape shape{{block_length}, blocks, true};
  const auto numbers = static_cast<std::size_t>(blocks) * (block_length / 2 + 1);
  const cl::Buffer in = lab.buffer(sound.samples),
                   x = space(lab, std::size_t{block_length} * static_cast<std::size_t>(blocks)),
                   X = space(lab, 2 * numbers), Y = space(lab, 2 * numbers),
                   out = space(lab, sound.samples.size());
  run_kernel(lab, "sound", "fourier_cut",
             std::size_t{block_length} * static_cast<std::size_t>(blocks), in, x, cl_int{samples},
             cl_int{block_length});
  transform(lab, shape, fft::Direction::forward, x, X);
  run_kernel(lab, "sound", "fourier_gain", numbers, X, Y, cl_int{block_length},
             static_cast<cl_float>(sound.rate), static_cast<cl_float>(o.hum),
             static_cast<cl_float>(o.high), static_cast<cl_float>(o.low));
  transform(lab, shape, fft::Direction::inverse, Y, x);
  run_kernel(lab, "sound", "fourier_join", sound.samples.size(), x, out, cl_int{block_length});
  // [/filter]
  const auto filtered = lab.read<float>(out);
  verify_all("the sound", filtered, filtered_in_double(sound, o), 100.0);
  write_wav(directory / "after.wav", {sound.rate, filtered});
  fmt::print("{} samples in {} blocks, filtered: as the reference in double\n", samples, blocks);

  const auto strengths = [&](const std::vector<float>& s) {
    run_kernel(lab, "sound", "fourier_cut",
               std::size_t{block_length} * static_cast<std::size_t>(blocks), lab.buffer(s), x,
               cl_int{samples}, cl_int{block_length});
    transform(lab, shape, fft::Direction::forward, x, X);
    return spectrum(lab.read<float>(X), sound.rate);
  };
  if (!clean.empty() && o.hum > 0.0 && o.high == 0.0 && o.low == 0.0) {
    const auto left = [&](const std::vector<float>& s, std::size_t begin, std::size_t end) {
      const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(end);
      return root_mean_square({s.begin() + from, s.begin() + to},
                              {clean.begin() + from, clean.begin() + to});
    };
    const std::size_t edge = block_length / 2;
    fmt::print(
        "the hum: {:.4f}; what is left of it: {:.4f}, and {:.4f} in the first {:.2f} seconds\n",
        left(sound.samples, 0, clean.size()), left(filtered, edge, clean.size() - edge),
        left(filtered, 0, edge), static_cast<double>(edge) / sound.rate);
  }
  if (harness::can_plot()) {
    std::string data = "$a << END\n" + strengths(sound.samples) + "END\n$b << END\n" +
                       strengths(filtered) + "END\n";
    std::string plots = fmt::format("plot $a with lines lw 1.5 lc rgb '{}' title 'before', $b with "
                                    "lines lw 1.5 lc rgb '{}' title 'after'",
                                    harness::plot_colours[1], harness::plot_colours[0]);
    harness::draw_plot(
        {"The spectrum of a recording, in decibels",
         data +
             "set logscale x\nset xrange [20:18000]\nset xtics (20, 50, 100, 200, 500, 1000, 2000, "
             "5000, 10000)\nset yrange [-100:-10]\nset xlabel 'hertz'\nset ylabel 'decibels'\n" +
             plots + "\n",
         860, 380},
        directory / "sound.svg");
  }
  return common::exit_passed;
}

} // namespace fourier
