#include "tools/make_images/paint.hpp"

#include "harness/lab/cores.hpp"

#include <array>
#include <cstddef>

namespace paint {
namespace {

double to_linear(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

double to_srgb(double linear) {
  const double x = saturate(linear);
  return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
}

std::uint32_t scramble(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  return x;
}

std::uint32_t lattice(int x, int y, std::uint32_t seed) {
  return scramble(static_cast<std::uint32_t>(x) +
                  scramble(static_cast<std::uint32_t>(y) + scramble(seed)));
}

double slope(int x, int y, std::uint32_t seed, double dx, double dy) {
  static constexpr double d = 0.70710678118654752;
  static constexpr std::array<Vec2, 8> directions{
      {{1, 0}, {d, d}, {0, 1}, {-d, d}, {-1, 0}, {-d, -d}, {0, -1}, {d, -d}}};
  return dot(directions[lattice(x, y, seed) >> 29], {dx, dy});
}

double fade(double t) {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

} // namespace

Colour rgb(std::uint32_t hex) {
  const auto channel = [&](int shift) { return to_linear((hex >> shift & 255U) / 255.0); };
  return {channel(16), channel(8), channel(0)};
}

double hash(int x, int y, std::uint32_t seed) {
  return lattice(x, y, seed) / 4294967296.0;
}

double noise(double x, double y, std::uint32_t seed) {
  const double fx = std::floor(x), fy = std::floor(y);
  const int ix = static_cast<int>(fx), iy = static_cast<int>(fy);
  const double dx = x - fx, dy = y - fy, u = fade(dx);
  const double top = mix(slope(ix, iy, seed, dx, dy), slope(ix + 1, iy, seed, dx - 1, dy), u);
  const double bottom =
      mix(slope(ix, iy + 1, seed, dx, dy - 1), slope(ix + 1, iy + 1, seed, dx - 1, dy - 1), u);
  return 1.5 * mix(top, bottom, fade(dy));
}

double fbm(double x, double y, int octaves, std::uint32_t seed) {
  double sum = 0, strength = 0.5;
  for (int i = 0; i < octaves; ++i, strength /= 2) {
    sum += strength * noise(x, y, seed + static_cast<std::uint32_t>(i));
    x *= 2.02;
    y *= 2.02;
  }
  return sum;
}

double ridges(double x, double y, int octaves, std::uint32_t seed) {
  double sum = 0, strength = 0.5, previous = 1;
  for (int i = 0; i < octaves; ++i, strength /= 2) {
    double crest = 1 - std::abs(noise(x, y, seed + static_cast<std::uint32_t>(i)));
    crest *= crest * previous; // rough only where it is already high
    previous = crest;
    sum += strength * crest;
    x *= 2.1;
    y *= 2.1;
  }
  return sum;
}

double segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  return length(p - a - along * saturate(dot(p - a, along) / dot(along, along)));
}

bool spruce(double u, double v, std::uint32_t seed) {
  if (v < 0 || v > 1)
    return false;
  const double tier = v * 9 - std::floor(v * 9);
  const double ragged = 1 + 0.3 * noise(u * 14, v * 34, seed);
  return std::abs(u) < 0.012 + v * (0.115 + 0.10 * tier) * ragged * (1 - 0.1 * v);
}

common::Image render(const Painting& painting, int width, int height, double left, int samples) {
  common::Image image{width, height, 3, {}};
  image.pixels.resize(static_cast<std::size_t>(width) * height * 3);
  const double step = 1.0 / (height * samples);
  const auto render_row = [&](int y) {
    for (int x = 0; x < width; ++x) {
      Colour sum;
      for (int j = 0; j < samples; ++j)
        for (int i = 0; i < samples; ++i) {
          const Colour c =
              painting(left + (x * samples + i + 0.5) * step, (y * samples + j + 0.5) * step);
          // Clipped before averaging: edges against the bright sun stay smooth.
          sum = sum + Colour{saturate(c.r), saturate(c.g), saturate(c.b)};
        }
      const Colour mean = sum * (1.0 / (samples * samples));
      std::uint8_t* pixel = &image.pixels[(static_cast<std::size_t>(y) * width + x) * 3];
      for (const double value : {mean.r, mean.g, mean.b})
        *pixel++ = static_cast<std::uint8_t>(to_srgb(value) * 255 + 0.5);
    }
  };
  harness::on_all_cores(height, render_row);
  return image;
}

} // namespace paint
