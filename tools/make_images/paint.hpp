#pragma once

#include "common/image.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

// What all pictures are painted with: colours in linear light, noise from an integer hash (the same
// on every machine), and a renderer that averages many samples per pixel.
namespace paint {

inline constexpr double pi = 3.14159265358979323846;

struct Vec2 {
  double x = 0, y = 0;
};

inline Vec2 operator+(Vec2 a, Vec2 b) {
  return {a.x + b.x, a.y + b.y};
}
inline Vec2 operator-(Vec2 a, Vec2 b) {
  return {a.x - b.x, a.y - b.y};
}
inline Vec2 operator*(Vec2 a, double s) {
  return {a.x * s, a.y * s};
}
inline double dot(Vec2 a, Vec2 b) {
  return a.x * b.x + a.y * b.y;
}
inline double length(Vec2 a) {
  return std::sqrt(dot(a, a));
}

/// Linear light, 0..1 and beyond.
struct Colour {
  double r = 0, g = 0, b = 0;
};

inline Colour operator+(Colour a, Colour b) {
  return {a.r + b.r, a.g + b.g, a.b + b.b};
}
inline Colour operator*(Colour a, Colour b) {
  return {a.r * b.r, a.g * b.g, a.b * b.b};
}
inline Colour operator*(Colour a, double s) {
  return {a.r * s, a.g * s, a.b * s};
}

/// A colour as painters of web pages write it: 0xRRGGBB in sRGB.
Colour rgb(std::uint32_t hex);

inline double saturate(double x) {
  return std::clamp(x, 0.0, 1.0);
}
inline double mix(double a, double b, double t) {
  return a + (b - a) * t;
}
inline Colour mix(Colour a, Colour b, double t) {
  return a * (1 - t) + b * t;
}

/// 0 below `a`, 1 above `b`, an S between; with a > b it falls instead.
inline double smoothstep(double a, double b, double x) {
  const double t = saturate((x - a) / (b - a));
  return t * t * (3 - 2 * t);
}

/// exp(-(x/width)^2): a soft bump.
inline double bump(double x, double width) {
  return std::exp(-(x / width) * (x / width));
}

/// A well-mixed number in 0..1 for a lattice point.
double hash(int x, int y, std::uint32_t seed);

/// Gradient noise about -1..1, and sums of `octaves` of it, each twice as fine and half as strong.
double noise(double x, double y, std::uint32_t seed);
double fbm(double x, double y, int octaves, std::uint32_t seed);

/// Noise with sharp crests, 0..1: mountains.
double ridges(double x, double y, int octaves, std::uint32_t seed);

/// Distance to the segment a-b.
double segment(Vec2 p, Vec2 a, Vec2 b);

/// The outline of a spruce: v is 0 at its tip and 1 at the ground, u the distance from its trunk,
/// both in tree heights.
bool spruce(double u, double v, std::uint32_t seed);

/// A row of spruces at most `height` high on the line y = ground(x), one per `spacing`.
template <typename Ground>
bool forest(double x, double y, double spacing, double height, std::uint32_t seed, Ground ground) {
  const int cell = static_cast<int>(std::floor(x / spacing));
  for (int i = cell - 2; i <= cell + 2; ++i) {
    const double size = height * mix(0.45, 1.0, hash(i, 1, seed));
    const double trunk = (i + hash(i, 2, seed)) * spacing;
    const double tip = ground(trunk) - 0.9 * size;
    if (spruce((x - trunk) / size, (y - tip) / size, seed + static_cast<std::uint32_t>(i)))
      return true;
  }
  return false;
}

/// Colour as a function of the place: x to the right, y down; the height of the picture is 1.
using Painting = std::function<Colour(double x, double y)>;

/// Renders the window of `painting` that starts at x = left, with samples x samples rays per pixel,
/// as sRGB. Every pixel depends on its place only: the number of threads changes nothing.
common::Image render(const Painting& painting, int width, int height, double left = 0,
                     int samples = 4);

} // namespace paint
