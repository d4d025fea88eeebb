#include "tools/make_images/pictures.hpp"

// A resolution chart, laid out in the pixels of its 512 x 512 picture so that its finest patterns
// fall on whole pixels.

namespace pictures {
namespace {

using namespace paint;

constexpr double white = 0.96, black = 0.04;

double stripes(double at, double period) {
  return at / period - std::floor(at / period) < 0.5 ? black : white;
}

bool in_box(Vec2 p, double left, double top, double width, double height) {
  return p.x >= left && p.x < left + width && p.y >= top && p.y < top + height;
}

/// Sectors that narrow to nothing at the centre; a ring of finer ones around them.
double star(Vec2 d, double radius) {
  const double angle = std::atan2(d.y, d.x) / (2 * pi) + 1;
  return length(d) < radius ? stripes(angle, 1.0 / 36) : stripes(angle, 1.0 / 180);
}

/// Rings whose frequency rises with the radius, to one cycle in two pixels at `radius`.
double zone_plate(Vec2 d, double radius) {
  return mix(black, white, 0.5 + 0.5 * std::cos(pi * dot(d, d) / (2 * radius)));
}

double checkers(Vec2 p, double size) {
  const int sum =
      static_cast<int>(std::floor(p.x / size)) + static_cast<int>(std::floor(p.y / size));
  return sum % 2 == 0 ? black : white;
}

/// Groups of three black bars, each group finer than the one before; the first bars are `widest`.
double bars(double along, double across, double extent, double widest) {
  double start = 0;
  for (const double bar : {8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0}) {
    if (bar > widest)
      continue;
    if (along >= start && along < start + 5 * bar && across > 0 && across < extent)
      return static_cast<int>((along - start) / bar) % 2 == 0 ? black : white;
    start += 5 * bar + 10;
  }
  return white;
}

double value(Vec2 p) {
  const Vec2 d = p - Vec2{256, 256};
  // Frame: black and white marks every 16 pixels.
  if (!in_box(p, 8, 8, 496, 496))
    return in_box(p, 2, 2, 508, 508) ? checkers(p, 16) : black;
  if (!in_box(p, 10, 10, 492, 492))
    return black;

  const double r = length(d);
  if (r < 124)
    return r < 2     ? white
           : r < 104 ? star(d, 104)
           : r < 106 ? white
           : r < 118 ? star(d, 104)
           : r < 120 ? black
           : r < 122 ? white
                     : black;

  // Top: a sine whose frequency rises to one cycle in two pixels. Bottom: grey in 16 steps, and without steps.
  if (in_box(p, 20, 20, 472, 44)) {
    const double t = p.x - 20, cycles = 0.008 * t + 0.25 * t * t / 472;
    return mix(black, white, 0.5 + 0.5 * std::cos(2 * pi * cycles));
  }
  if (in_box(p, 20, 448, 472, 44)) {
    const double t = (p.x - 20) / 472;
    return p.y < 470 ? std::floor(t * 16) / 15 : 1 - t;
  }

  // Corners: zone plate, checkerboards, slanted edges, rings.
  if (in_box(p, 20, 76, 112, 112))
    return zone_plate(p - Vec2{76, 132}, 56);
  if (in_box(p, 380, 76, 112, 112)) {
    const Vec2 q = p - Vec2{380, 76};
    return q.y < 56 ? (q.x < 56 ? checkers(q, 14) : checkers(q, 7))
                    : (q.x < 56 ? checkers(q, 2) : checkers(q, 1));
  }
  if (in_box(p, 20, 324, 112, 112)) {
    const Vec2 q = p - Vec2{76, 380};
    const double c = std::cos(0.1), s = std::sin(0.1);
    const Vec2 turned{c * q.x + s * q.y, c * q.y - s * q.x};
    const bool inside = std::abs(turned.x) < 36 && std::abs(turned.y) < 36;
    return inside ? 0.20 : 0.80;
  }
  if (in_box(p, 380, 324, 112, 112)) {
    const double ring = length(p - Vec2{436, 380});
    return ring < 54 ? stripes(ring, ring < 18 ? 12 : ring < 36 ? 6 : 3) : white;
  }

  // Bars: vertical above the star, horizontal at its sides; dots below.
  if (in_box(p, 148, 76, 220, 44))
    return bars(p.x - 153, p.y - 80, 36, 8);
  if (in_box(p, 20, 196, 100, 120))
    return bars(p.y - 198, p.x - 24, 80, 8);
  if (in_box(p, 392, 196, 100, 120))
    return bars(p.y - 216, p.x - 408, 80, 4);
  if (in_box(p, 148, 388, 216, 48)) {
    const double group = std::floor((p.x - 148) / 56), left = p.x - 148 - 56 * group;
    const double cell = 16 / std::pow(2.0, group);
    const Vec2 q{left / cell - std::floor(left / cell) - 0.5,
                 (p.y - 388) / cell - std::floor((p.y - 388) / cell) - 0.5};
    const bool dot = cell > 2 ? length(q) < 0.36 : q.x < 0 && q.y < 0;
    return dot && left < 48 ? black : white;
  }
  return white;
}

} // namespace

Colour chart(double x, double y) {
  const double grey = value({x * 512, y * 512});
  // The steps of grey are steps of the stored values; render() wants linear light.
  const double linear = grey <= 0.04045 ? grey / 12.92 : std::pow((grey + 0.055) / 1.055, 2.4);
  return {linear, linear, linear};
}

} // namespace pictures
