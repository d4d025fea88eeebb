#include "tools/make_images/pictures.hpp"

// A slice through a bone, as a scanner shows it, and a page of marks that a lamp lights from one side.

namespace pictures {
namespace {

using namespace paint;

/// `tone` is what is stored, render() wants linear light.
Colour stored(double tone) {
  const double value = saturate(tone);
  const double linear = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  return {linear, linear, linear};
}

/// How far inside the outline, in units of its radius: 0 in the middle, 1 on it.
double outline(Vec2 d) {
  const double angle = std::atan2(d.y, d.x);
  const double radius = 0.36 + 0.035 * std::cos(angle - 0.6) - 0.05 * std::cos(2 * angle + 0.5) +
                        0.022 * std::cos(3 * angle + 1.1) + 0.008 * std::cos(7 * angle);
  return length(d) / radius;
}

} // namespace

Colour bone(double x, double y) {
  const Vec2 d{x - 0.49, y - 0.52};
  const double at = outline(d) + 0.012 * noise(x * 14, y * 14, 301);
  const double air = 0.10 + 0.020 * fbm(x * 5, y * 5, 3, 302);
  const double shell = 0.70 + 0.10 * fbm(x * 9, y * 9, 4, 303) - 0.10 * at;
  if (at > 1)
    return stored(air);
  // Compact at the rim; inside, thin walls between the holes of a sponge, finer towards the rim.
  const double pull = 0.05 * fbm(x * 6, y * 6, 3, 304);
  const double wall = std::abs(noise((x + pull) * 26, (y - pull) * 26, 305));
  const double thickness = 0.08 + 0.55 * smoothstep(0.45, 0.97, at);
  const double sponge = smoothstep(thickness + 0.05, thickness - 0.05, wall);
  const double hollow = smoothstep(0.30, 0.42, at + 0.06 * noise(x * 8, y * 8, 306));
  const double filled = std::max(sponge * hollow, smoothstep(0.84, 0.87, at));
  return stored(mix(air + 0.05 * (1 - filled), shell, filled));
}

Colour page(double x, double y) {
  // Rows of words: strokes, dots and rings in cells, chosen by chance.
  constexpr double line = 0.052, cell = 0.030, margin = 0.07;
  double ink = 0;
  const int row = static_cast<int>(std::floor((y - margin) / line));
  const int column = static_cast<int>(std::floor((x - margin) / cell));
  const bool inside = row >= 0 && row < 16 && column >= 0;
  const int last = 20 + static_cast<int>(8 * hash(row, 0, 311)); // lines of unlike length
  if (inside && column < last && hash(column, row, 312) > 0.16) {
    const Vec2 p{(x - margin) / cell - column - 0.5,
                 ((y - margin) / line - row - 0.5) * line / cell};
    const int kind = static_cast<int>(6 * hash(column, row, 313));
    const Vec2 a{-0.30, 0.45}, b{0.30, 0.45}, c{0.30, -0.45}, e{-0.30, -0.45};
    double away = segment(p, e, a);
    if (kind == 0)
      away = std::min(away, segment(p, a, c));
    else if (kind == 1)
      away = std::min({segment(p, e, c), segment(p, {0, -0.45}, {0, 0.45})});
    else if (kind == 2)
      away = std::abs(length(p) - 0.32);
    else if (kind == 3)
      away = std::min({segment(p, a, {0, -0.45}), segment(p, b, {0, -0.45}),
                       segment(p, {-0.15, 0.1}, {0.15, 0.1})});
    else if (kind == 4)
      away = std::min({away, segment(p, c, b), segment(p, {-0.3, 0}, {0.3, 0})});
    else
      away = std::min({away, segment(p, a, b), segment(p, e, {0.2, -0.45})});
    ink = smoothstep(0.11, 0.07, away);
  }
  const double grain = 0.025 * fbm(x * 60, y * 60, 3, 314);
  const double reflects = mix(0.88 + grain, 0.30 + grain, ink); // paper, faded ink
  const double far = length({x - 0.10, y - 0.06});
  return stored(reflects * mix(0.14, 1.08, std::exp(-far * far / 0.33)));
}

} // namespace pictures
