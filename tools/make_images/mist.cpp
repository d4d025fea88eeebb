#include "tools/make_images/pictures.hpp"

#include <array>

// Hills with spruces, one after the other in thick mist, and an old bridge.

namespace pictures {
namespace {

using namespace paint;

struct Hill {
  double base, height, frequency, trees, spacing, tone;
};

double ground(const Hill& hill, std::uint32_t seed, double x) {
  return hill.base - hill.height * (0.5 + fbm(x * hill.frequency, 3.7, 4, seed));
}

/// A stone bridge on three arches; true on its stones, `joint` between them.
bool bridge(double x, double y, bool& joint) {
  constexpr double deck = 0.530, foot = 0.70;
  const double rise = -0.09 * (x - 0.44) * (x - 0.44); // slightly humped
  const double top = deck - rise;
  if (y < top || y > foot)
    return false;
  constexpr double span = 0.200;
  const double u = (x - 0.04) / span - std::floor((x - 0.04) / span) - 0.5;
  const double dx = u * span, reach = 0.078, spring = 0.655;
  const double dy = std::max(0.0, spring - y);
  if (dx * dx + dy * dy < reach * reach)
    return false;
  const double arch = std::sqrt(dx * dx + dy * dy) - reach;
  if (arch < 0.016) { // a ring of wedge-shaped stones
    const double around = std::atan2(dy, dx) * 7;
    joint = arch > 0.0135 || std::abs(around - std::round(around)) < 0.09;
  } else {
    const double row = std::floor((y - top) / 0.0105);
    const double along = x / 0.022 + (static_cast<int>(row) % 2 == 0 ? 0.0 : 0.5);
    joint = (y - top) / 0.0105 - row < 0.14 || along - std::floor(along) < 0.07 ||
            (y - top > 0.0105 && y - top < 0.0145);
  }
  return true;
}

} // namespace

Colour mist(double x, double y) {
  // Far to near: each hill darker, its trees taller.
  static const std::array<Hill, 6> hills{{{0.40, 0.10, 2.3, 0.030, 0.010, 0.66},
                                          {0.49, 0.12, 1.9, 0.055, 0.017, 0.54},
                                          {0.58, 0.10, 2.1, 0.085, 0.026, 0.43},
                                          {0.70, 0.07, 1.7, 0.120, 0.036, 0.31},
                                          {0.84, 0.10, 1.5, 0.210, 0.066, 0.18},
                                          {1.05, 0.16, 1.3, 0.430, 0.150, 0.06}}};
  const double wisps = fbm(x * 2.2 + 0.6 * fbm(x * 3, y * 6, 3, 41), y * 7, 5, 42);
  double tone = 0.93 - 0.25 * length({x - 0.66, y - 0.17}); // pale sky, brightest at the sun
  tone += 0.05 * wisps;
  const double sun = length({x - 0.66, y - 0.17});
  tone = mix(tone, 1.0, smoothstep(0.062, 0.058, sun) * 0.8);
  for (std::uint32_t i = 0; i < hills.size(); ++i) {
    const Hill& hill = hills[i];
    const std::uint32_t seed = 201 + 20 * i;
    const auto line = [&](double px) { return ground(hill, seed, px); };
    if (i == 4) {
      bool joint = false;
      if (bridge(x, y, joint))
        tone = mix(0.27, 0.60, smoothstep(0.54, 0.72, y)) +
               (joint ? -0.07 : 0.035 * noise(x * 45, y * 95, 7));
    }
    const double below = y - line(x);
    const bool tree = below < 0 && below > -1.5 * hill.trees &&
                      forest(x, y, hill.spacing, hill.trees, seed + 9, line);
    if (below > 0 || tree) {
      // Mist lies in the valleys: towards its foot every hill dissolves.
      const double fog = smoothstep(-0.02, 0.16 + 0.03 * i, below + 0.06 * wisps);
      const double bark = 0.03 * noise(x * 150, y * 60, seed + 3) * (1 - hill.tone);
      tone = mix(hill.tone + bark, std::min(0.9, hill.tone + 0.34), i == 5 ? 0.3 * fog : fog);
    }
  }
  for (const Vec2 at :
       {Vec2{0.30, 0.20}, Vec2{0.345, 0.165}, Vec2{0.385, 0.215}, Vec2{0.26, 0.15}}) {
    const double u = std::abs(x - at.x) / 0.019, v = (y - at.y) / 0.019;
    if (u < 1 && std::abs(v + 0.7 * u * (1.6 - u) - 0.35 * u * u) < 0.11 * (1 - u) + 0.02)
      tone = 0.35;
  }
  // `tone` is what the eye sees; render() wants linear light.
  const double linear = std::pow(saturate(tone), 2.2);
  return {linear, linear, linear};
}

} // namespace pictures
