#include "tools/make_images/pictures.hpp"

#include <array>
#include <optional>

// A lake at dusk. Painted from the back to the front: sky, mountains, water with their reflection,
// the headland with its lighthouse, a sailing boat, a jetty, grass and a fence.

namespace pictures {
namespace {

using namespace paint;

constexpr double horizon = 0.60;
constexpr Vec2 sun{0.80, 0.497};
constexpr double sun_radius = 0.034;

const Colour sunlight = rgb(0xffb366);
const Colour haze = rgb(0xf7b183);

// ---- sky --------------------------------------------------------------------------------------

Colour gradient(double t) {
  struct Stop {
    double at;
    Colour colour;
  };
  static const std::array<Stop, 7> stops{{{0.00, rgb(0x16234d)},
                                          {0.25, rgb(0x2f3f78)},
                                          {0.46, rgb(0x6c5590)},
                                          {0.64, rgb(0xb9688a)},
                                          {0.79, rgb(0xea8a6c)},
                                          {0.91, rgb(0xfab868)},
                                          {1.00, rgb(0xffdc96)}}};
  std::size_t i = 1;
  while (i + 1 < stops.size() && t > stops[i].at)
    ++i;
  const double width = stops[i].at - stops[i - 1].at;
  return mix(stops[i - 1].colour, stops[i].colour, smoothstep(0, 1, (t - stops[i - 1].at) / width));
}

/// Whether a star shines here.
bool star(double x, double y) {
  constexpr double cell = 0.022;
  const int ix = static_cast<int>(std::floor(x / cell)),
            iy = static_cast<int>(std::floor(y / cell));
  if (hash(ix, iy, 11) > 0.30)
    return false;
  const Vec2 at{(ix + mix(0.2, 0.8, hash(ix, iy, 12))) * cell,
                (iy + mix(0.2, 0.8, hash(ix, iy, 13))) * cell};
  const double size = mix(0.0006, 0.0014, hash(ix, iy, 14) * hash(ix, iy, 15));
  return length(Vec2{x, y} - at) < size;
}

/// How thick the clouds are. They lie on a plane above, so they flatten towards the horizon.
double cloud(double x, double y) {
  const double far = 1 / (horizon + 0.13 - y);
  const double u = (x - 0.9) * far * 0.75 + 3.1, v = far * 1.55;
  const double warp = 0.35 * fbm(u * 0.7, v * 0.7, 2, 21);
  return fbm(u + warp, v * 1.9 + warp, 5, 22) + 0.04;
}

Colour sky(double x, double y) {
  const double away = length({(x - sun.x) * 0.8, y - sun.y});
  Colour c = gradient(y / horizon - 0.13 * smoothstep(0.25, 1.1, std::abs(x - sun.x)));
  c = c + rgb(0xff9c50) * (0.42 * std::exp(-away / 0.16)) +
      rgb(0xffe0a0) * (0.5 * bump(away, 0.085));
  const double radius = length(Vec2{x, y} - sun);
  c = mix(c, rgb(0xfff6d8), smoothstep(sun_radius + 0.0015, sun_radius - 0.0015, radius));

  const double thickness = cloud(x, y);
  const double cover = smoothstep(0.03, 0.33, thickness) * smoothstep(-0.02, 0.12, y) * 0.85;
  if (y < 0.27 && star(x, y))
    c = mix(c, rgb(0xfff4e0), smoothstep(0.27, 0.02, y) * (1 - saturate(cover * 1.6)));
  const Vec2 to_sun = (sun - Vec2{x, y}) * (0.022 / (0.05 + away));
  const double lit = saturate(0.45 + 2.6 * (thickness - cloud(x + to_sun.x, y + to_sun.y)));
  const double near_sun = std::exp(-away / 0.42);
  const Colour shadow = mix(rgb(0x3d3f74), rgb(0xb06a7c), near_sun);
  const Colour light = mix(rgb(0xd98aa0), rgb(0xffd28a), near_sun);
  return mix(c, mix(shadow, light, lit), cover * mix(1, 0.55, bump(radius, 0.06)));
}

// ---- mountains --------------------------------------------------------------------------------

/// One range of mountains, painted as a silhouette that sinks into the haze, with sunlit faces.
struct Range {
  double base, height, frequency, detail;
  std::uint32_t seed;
  Colour top, bottom;
  double faces;
};

double crest(const Range& range, double x) {
  const double open = 1 - 0.75 * bump(x - sun.x, 0.33); // a gap for the sun
  const double shape = ridges(x * range.frequency, 0.37, 3, range.seed);
  const double rough = fbm(x * range.frequency * 5, 1.7, 5, range.seed + 7);
  return range.base - range.height * open * (shape * shape * 1.5 + range.detail * rough);
}

std::optional<Colour> mountain(const Range& range, double x, double y) {
  if (y < range.base - 1.05 * range.height)
    return std::nullopt;
  const double below = y - crest(range, x);
  if (below < 0)
    return std::nullopt;
  // Faces: ridges that run downhill; their slope towards the sun decides the light.
  const double f = range.frequency;
  const auto relief = [&](double px) {
    const double bend = 0.05 * fbm(px * f * 2, y * f * 2, 3, range.seed + 3);
    return ridges((px + bend) * f * 4.2, (y * 0.8 + bend) * f * 4.2, 4, range.seed + 5);
  };
  const double towards = 0.004 * std::clamp((sun.x - x) / 0.12, -1.0, 1.0);
  const double face = saturate(0.42 + 9 * (relief(x) - relief(x + towards)));
  const double depth = smoothstep(0, horizon - range.base + range.height * 1.1, below);
  const Colour base = mix(range.top, range.bottom, depth);
  const double near_sun = std::exp(-std::abs(x - sun.x) / 0.5);
  const Colour lit = mix(rgb(0xe79aa0), rgb(0xffc080), near_sun);
  return mix(base, lit, range.faces * face * (1 - depth));
}

double far_shore(double x) {
  const double open = 1 - 0.8 * bump(x - sun.x, 0.22);
  return horizon - 0.004 - 0.030 * open * (0.8 + fbm(x * 3.3, 4.2, 4, 61));
}

Colour backdrop(double x, double y) {
  static const std::array<Range, 4> ranges{
      {{0.560, 0.330, 1.45, 0.20, 131, rgb(0x8d6c98), rgb(0xf0a888), 0.80},
       {0.570, 0.200, 2.30, 0.22, 173, rgb(0x72578a), rgb(0xdf947f), 0.60},
       {0.585, 0.130, 3.10, 0.22, 217, rgb(0x574a7c), rgb(0xbe7c80), 0.38},
       {0.592, 0.075, 4.30, 0.20, 259, rgb(0x413e6c), rgb(0x90647c), 0.14}}};
  if (y > horizon - 0.075 && (y > far_shore(x) || forest(x, y, 0.0075, 0.030, 71, far_shore))) {
    const Colour trees = mix(rgb(0x272d52), rgb(0x6b4a62), std::exp(-std::abs(x - sun.x) / 0.2));
    return mix(trees, haze, 0.22 * smoothstep(horizon - 0.014, horizon, y));
  }
  for (std::size_t i = ranges.size(); i-- > 0;)
    if (const auto c = mountain(ranges[i], x, y))
      return *c;
  return sky(x, y);
}

// ---- headland, cottage, lighthouse ------------------------------------------------------------

constexpr double headland_shore = 0.640;

double headland_top(double x) {
  const double rise = smoothstep(1.045, 1.20, x) * smoothstep(1.80, 1.50, x);
  return headland_shore + 0.012 - rise * (0.105 + 0.012 * fbm(x * 9, 2, 3, 83)) -
         0.010 * fbm(x * 34, 7, 3, 84);
}

/// Courses of brick in metres of wall: true on the mortar between them.
bool mortar(double along, double up, double length, double height) {
  const double row = std::floor(up / height);
  const double shift = static_cast<int>(row) % 2 == 0 ? 0 : 0.5;
  const double u = along / length + shift, v = up / height;
  return u - std::floor(u) < 0.10 || v - row < 0.16;
}

double brick_tone(double along, double up, double length, double height) {
  const int row = static_cast<int>(std::floor(up / height));
  const double shift = row % 2 == 0 ? 0 : 0.5;
  return hash(static_cast<int>(std::floor(along / length + shift)), row, 91);
}

/// Light on a round wall; `side` is -1 at its left edge and 1 at its right one.
Colour round_light(double side) {
  const double angle = std::asin(std::clamp(side, -1.0, 1.0));
  const double warm = saturate(std::cos(angle + 1.0));
  const double cool = 0.35 + 0.25 * saturate(std::cos(angle - 0.9));
  return rgb(0xffc48a) * (1.15 * warm) + rgb(0x6f7fc0) * cool;
}

std::optional<Colour> lighthouse(double x, double y) {
  constexpr double axis = 1.275, foot = 0.545, gallery = 0.235;
  const double dx = x - axis;
  const auto within = [&](double top, double bottom, double half) {
    return y >= top && y <= bottom && std::abs(dx) <= half;
  };
  // Tower: red and white bands of brick.
  const double up = (foot - y) / (foot - gallery);
  const double half = mix(0.040, 0.026, std::pow(saturate(up), 0.85));
  if (up > 0 && up <= 1 && std::abs(dx) < half) {
    const double side = dx / half;
    const double along = std::asin(side) * 0.034, height = foot - y;
    constexpr double brick_length = 0.0135, brick_height = 0.0062;
    const bool red = static_cast<int>(std::floor(up * 7)) % 2 == 1;
    const double tone = brick_tone(along + 1, height, brick_length, brick_height);
    Colour wall =
        red ? mix(rgb(0xa8322c), rgb(0xc8493a), tone) : mix(rgb(0xd9cfc4), rgb(0xf4ece0), tone);
    if (mortar(along + 1, height, brick_length, brick_height))
      wall = red ? rgb(0x7d3a36) : rgb(0xb3a79d);
    // Windows up the tower and a door at its foot.
    for (const double at : {0.30, 0.56, 0.82}) {
      const Vec2 d{along - 0.003, (up - at) * 0.31};
      if (std::abs(d.x) < 0.0075 && d.y > -0.013 &&
          d.y < 0.006 + std::sqrt(std::max(0.0, 0.0075 * 0.0075 - d.x * d.x)))
        return std::abs(d.x) > 0.0055 || std::abs(d.x) < 0.0007 || std::abs(d.y + 0.003) < 0.0007
                   ? rgb(0x5a3c34)
                   : rgb(0xffdf8e);
    }
    if (std::abs(along) < 0.010 && height < 0.030 + std::sqrt(std::max(0.0, 1e-4 - along * along)))
      return rgb(0x35262c) * (std::abs(along) < 0.0006 ? 0.4 : 1.0);
    return wall * round_light(side);
  }
  // Gallery: a cornice in steps, then a railing.
  if (within(gallery - 0.008, gallery + 0.002, 0.041) ||
      within(gallery + 0.002, gallery + 0.008, 0.036) ||
      within(gallery + 0.008, gallery + 0.014, 0.031))
    return rgb(0xcfc4b8) * round_light(dx / 0.042) * (y > gallery + 0.002 ? 0.75 : 1.0);
  constexpr double deck = gallery - 0.008;
  if (within(deck - 0.022, deck, 0.040)) {
    const double post = std::asin(dx / 0.0401) * 9.5;
    if (std::abs(post - std::round(post)) < 0.085 || y < deck - 0.0200 ||
        std::abs(y - deck + 0.0115) < 0.0008)
      return rgb(0x2a2433) + rgb(0xffb070) * (0.35 * saturate(-dx / 0.04));
  }
  // Lantern: panes, glowing lamp, red dome, ball and rod.
  constexpr double lantern_top = deck - 0.052;
  if (within(lantern_top, deck, 0.0215)) {
    const double pane = std::asin(dx / 0.0216) * 3.2;
    const bool frame = std::abs(pane - std::round(pane)) < 0.055 || y > deck - 0.010 ||
                       std::abs(y - deck + 0.030) < 0.0009;
    const Vec2 lamp{dx, (y - deck + 0.030) * 0.8};
    return frame ? rgb(0x33252c) : mix(rgb(0xf0a848), rgb(0xfffbe6), bump(length(lamp), 0.017));
  }
  if (within(lantern_top - 0.004, lantern_top, 0.0255))
    return rgb(0x7a2a2a) * round_light(dx / 0.0256);
  const double dome = (lantern_top - 0.004 - y) / 0.026;
  if (dome > 0 && dome < 1) {
    const double reach = 0.0225 * std::sqrt(1 - dome * dome);
    if (std::abs(dx) < reach)
      return rgb(0xb33a32) * round_light(dx / reach);
  }
  if (length({dx, y - (lantern_top - 0.033)}) < 0.0050)
    return rgb(0xd9a05a) * round_light(dx / 0.0051);
  if (within(lantern_top - 0.064, lantern_top - 0.033, 0.0009))
    return rgb(0x3a3040);
  return std::nullopt;
}

std::optional<Colour> cottage(double x, double y) {
  constexpr double left = 1.345, right = 1.455, eaves = 0.505, ridge = 0.463;
  const double roof_inset = 0.022 * (eaves - y) / (eaves - ridge);
  if (y > ridge && y < eaves + 0.003 && x > left - 0.008 + roof_inset &&
      x < right + 0.008 - roof_inset) {
    const double row = std::floor((y - ridge) / 0.0062);
    const double u = x / 0.0095 + (static_cast<int>(row) % 2 == 0 ? 0 : 0.5);
    const double v = (y - ridge) / 0.0062 - row, across = u - std::floor(u) - 0.5;
    const double edge = v - (1 - 1.6 * across * across); // scalloped tiles
    const double tone = hash(static_cast<int>(std::floor(u)), static_cast<int>(row), 95);
    const Colour tile = mix(rgb(0x8a4038), rgb(0xb05a48), tone) * mix(0.75, 1.1, v);
    return edge > -0.12 ? tile * 0.45 : tile * (1 + 0.25 * smoothstep(right, left, x));
  }
  if (x > right - 0.035 && x < right - 0.019 && y > ridge - 0.020 && y < ridge + 0.004)
    return mortar(x, y, 0.0060, 0.0036) ? rgb(0x5e4644)
                                        : rgb(y < ridge - 0.016 ? 0x6d4a46 : 0x9a5f52);
  if (x > left && x < right && y >= eaves && y < headland_top(x) + 0.014) {
    for (const double at : {0.22, 0.74}) {
      const Vec2 d{x - mix(left, right, at), y - 0.526};
      if (std::abs(d.x) < 0.0120 && std::abs(d.y) < 0.0105) {
        const bool bar = std::abs(d.x) > 0.0100 || std::abs(d.y) > 0.0088 ||
                         std::abs(d.x) < 0.0009 || std::abs(d.y) < 0.0009;
        return bar ? rgb(0x4a3238) : mix(rgb(0xffd98a), rgb(0xf2a24a), saturate(0.5 + 40 * d.y));
      }
    }
    if (std::abs(x - mix(left, right, 0.48)) < 0.0085 && y > 0.518)
      return rgb(0x2f5a66) * (std::abs(x - mix(left, right, 0.48)) < 0.0006 ? 0.5 : 1.0);
    const double boards = (y - eaves) / 0.0052;
    const double groove = boards - std::floor(boards) < 0.16 ? 0.72 : 1.0;
    return mix(rgb(0xdcb9a6), rgb(0x8f8cab), smoothstep(left, right, x)) * groove *
           mix(0.7, 1.0, smoothstep(eaves, eaves + 0.012, y));
  }
  return std::nullopt;
}

std::optional<Colour> headland(double x, double y) {
  if (x < 1.0 || x > 1.85 || y < 0.1)
    return std::nullopt;
  if (const auto c = lighthouse(x, y))
    return c;
  if (const auto c = cottage(x, y))
    return c;
  const auto top = [](double px) { return headland_top(px); };
  const auto pines_top = [](double px) {
    return headland_top(px) + (px > 1.49 && px < 1.655 ? 0.0 : 1.0);
  };
  if (x > 1.45 && y > 0.40 && forest(x, y, 0.017, 0.105, 103, pines_top))
    return mix(rgb(0x3b3454), rgb(0x1c2440), smoothstep(1.50, 1.62, x));
  // A low wall of grass on top, rock below it.
  const double below = y - top(x) + 0.0035 * (0.5 + 0.5 * noise(x * 420, 3, 85));
  if (below < 0 || y > headland_shore)
    return std::nullopt;
  const double grass = 0.020 + 0.016 * fbm(x * 22, 5, 3, 86);
  const double slope = headland_top(x + 0.006) - headland_top(x - 0.006);
  const double facing = saturate(0.45 - 18 * slope);
  if (below < grass) {
    const double tuft = 0.5 + 0.5 * noise(x * 260, y * 90, 87);
    return mix(mix(rgb(0x2f3a3c), rgb(0x7f7346), facing), rgb(0x262c3c),
               0.45 * tuft + 0.35 * below / grass);
  }
  const double strata = ridges(x * 13 + 0.25 * y, y * 30 + x * 5, 4, 88);
  const double left = ridges((x - 0.002) * 13 + 0.25 * y, y * 30 + (x - 0.002) * 5, 4, 88);
  const double lit = saturate(0.35 + 6 * (strata - left)) * mix(0.5, 1.0, facing);
  Colour rock = mix(rgb(0x28243c), rgb(0xb87a62), lit * 0.8);
  return mix(rock, rgb(0x1a1a30), smoothstep(headland_shore - 0.022, headland_shore, y) * 0.75);
}

// ---- sailing boat -----------------------------------------------------------------------------

constexpr double boat_waterline = 0.668;

std::optional<Colour> boat(double x, double y) {
  const double u = (x - 1.020) / 0.165,
               v = (boat_waterline - y) / 0.165; // in boat heights, upwards
  if (u < -0.4 || u > 0.45 || v < 0 || v > 1.02)
    return std::nullopt;
  constexpr double mast = -0.015;
  // Main sail, right of the mast, and jib, left of it: triangles with bulging edges, lit from
  // behind.
  const double main_height = (v - 0.15) / 0.80;
  if (main_height > 0 && main_height < 1) {
    const double reach = 0.30 * (1 - main_height) + 0.055 * std::sin(pi * main_height);
    const double across = (u - mast - 0.012) / reach;
    if (across > 0 && across < 1) {
      const double seam = main_height * 9 + 0.35 * across;
      const bool line = seam - std::floor(seam) < 0.05;
      return mix(rgb(0xfff0d2), rgb(0xe79a72),
                 saturate(0.15 + 0.75 * across * across + 0.2 * main_height)) *
             (line ? 0.78 : 1.0);
    }
  }
  const double jib_height = (v - 0.16) / 0.68;
  if (jib_height > 0 && jib_height < 1) {
    const double lead = 0.255 * (1 - jib_height), belly = 0.035 * std::sin(pi * jib_height);
    const double across = (mast - 0.016 - belly * 0.4 - u) / (lead - 0.2 * belly + 1e-9);
    if (across > 0 && across < 1)
      return mix(rgb(0xf3b184), rgb(0xfff6de), smoothstep(0, 1, across)) *
             (jib_height < 0.02 ? 0.8 : 1.0);
  }
  if (std::abs(u - mast) < 0.0065 && v > 0.08)
    return rgb(0x3b2a30);
  if (u > mast && u < mast + 0.33 && std::abs(v - 0.135) < 0.008)
    return rgb(0x4a3230); // boom
  if (u > mast && u < mast + 0.06 && v > 0.975 + 0.25 * (u - mast) && v < 1.015 - 0.25 * (u - mast))
    return rgb(0xd23c34); // pennant
  // Hull: sheer line above, a red stripe.
  const double sheer = 0.085 + 0.16 * u * u - 0.05 * u;
  const double hull_left = -0.33 + 0.75 * (0.10 - v) * (0.10 - v) * 20 * 0.35,
               hull_right = 0.335 - 0.45 * (0.1 - v);
  if (v < sheer && u > hull_left && u < hull_right) {
    const double down = sheer - v;
    if (down < 0.014)
      return rgb(0xf6dfc0);
    if (down < 0.032)
      return rgb(0xb0402f);
    return mix(rgb(0x2b3a5e), rgb(0x182038), saturate(down / 0.08));
  }
  if (u > 0.06 && u < 0.22 && v < sheer + 0.035 && v >= sheer)
    return rgb(0x8a5a44); // cabin
  return std::nullopt;
}

// ---- water ------------------------------------------------------------------------------------

Colour water(double x, double y) {
  const double p = y - horizon; // 0 far away, 0.4 at the bottom
  const double far = 1 / (p + 0.018);
  const double wx = (x - 0.9) * far, wz = far;
  // Waves, seen flatter the farther they are.
  const double swell = fbm(wx * 0.9, wz * 1.9, 4, 31);
  const double ripple = fbm(wx * 3.1 + swell, wz * 6.5, 3, 37);
  const double calm = smoothstep(-0.1, 0.35, fbm(x * 1.7, std::log(p + 0.02) * 3.4, 3, 41));
  const double rough = mix(1.0, 0.30, calm);
  const double bend = (swell * 0.7 + ripple * 0.4) * rough;
  const double dx = bend * (0.010 + 0.10 * p), dy = bend * (0.012 + 0.34 * p);

  const auto mirrored = [&](double waterline) { return 2 * waterline - y + dy; };
  Colour c;
  std::optional<Colour> object;
  if (y > boat_waterline)
    object = boat(x + dx * 0.6, std::min(mirrored(boat_waterline), boat_waterline));
  if (!object && y > headland_shore)
    object = headland(x + dx, std::min(mirrored(headland_shore), headland_shore - 1e-6));
  if (object)
    c = *object * 0.82;
  else
    c = backdrop(x + dx, std::clamp(horizon - p * 1.08 + dy, 0.0, horizon - 1e-6)) * 0.90;

  const double deep = mix(0.12, 0.55, smoothstep(0.02, 0.40, p)) * mix(1.15, 0.85, calm);
  c = mix(c, mix(rgb(0x2c3f70), rgb(0x122348), smoothstep(0, 0.4, p)), deep + 0.12 * bend);
  // The sun's path: sparks where a wave is tilted just so.
  const double path = bump(x - sun.x, 0.022 + 0.20 * p);
  const double spark = smoothstep(0.10, 0.32, ripple + 0.35 * swell + 0.10 * path);
  if (!object)
    c = c + rgb(0xffc070) * (path * (0.18 + 0.95 * spark) * mix(1.0, 0.55, p / 0.4));
  // A bright line where far water meets the shore.
  return mix(c, haze, 0.30 * bump(p, 0.003));
}

// ---- jetty ------------------------------------------------------------------------------------

// The jetty is built in space and seen from the eye at height `deck_below` above its deck: a point
// (X, Z) of a level plane h below the eye appears at x = vanishing + X / Z, y = horizon + h / Z.
constexpr double vanishing = 0.97, deck_below = 0.40, water_below = 0.50;
constexpr double jetty_left = -0.47, jetty_right = -0.145, jetty_end = 3.75;

Colour planks(double across, double z) {
  constexpr double board = 0.105;
  const int index = static_cast<int>(std::floor(z / board));
  const double within = z / board - index;
  const double grain = fbm(across * 7 + index * 9.7, within * 5 + index * 3.3, 4, 51);
  const double fine = noise(across * 16, within * 34 + index * 5.1, 52);
  const double tone = hash(index, 3, 53);
  Colour wood =
      mix(rgb(0x4d3a44), rgb(0x8f6a5c), saturate(0.25 + 0.5 * tone + 0.55 * grain + 0.12 * fine));
  for (const double nail : {jetty_left + 0.03, jetty_right - 0.03})
    if (length({across - nail, (within - 0.5) * board}) < 0.0055)
      wood = rgb(0x2a2028);
  if (within < 0.085 + 0.02 * noise(across * 11, index * 1.9, 54))
    wood = rgb(0x14101e);
  const double sheen = smoothstep(1.0, 3.6, z); // the low sun glances off the far boards
  return mix(wood, sunlight, 0.42 * sheen * (within < 0.1 ? 0.2 : 1.0));
}

struct Post {
  double across, z;
};

std::optional<Colour> post(double x, double y, Post p) {
  const double cx = vanishing + p.across / p.z;
  const double half = 0.021 / p.z;
  const double top = horizon + (deck_below - 0.155) / p.z, bottom = horizon + water_below / p.z;
  const double side = (x - cx) / half;
  if (std::abs(side) > 1)
    return std::nullopt;
  const double cap = 0.35 * half;
  if (y > top + cap * (std::sqrt(1 - side * side)) && y < bottom) {
    const double wood = fbm(side * 1.5 + p.z * 5, (y - top) * p.z * 9, 3, 57);
    const double light = saturate(std::cos(std::asin(side) - 0.9));
    Colour c = mix(rgb(0x2b2231), rgb(0xd08a5c), 0.75 * light * light) * (1 + 0.5 * wood);
    const double band = (y - top) * p.z;
    if (band > 0.045 && band < 0.075) { // a coil of rope
      const double turn = band / 0.0075 + 0.25 * side;
      c = mix(rgb(0x6e5a4c), rgb(0xd9b88c), saturate(light + 0.3)) *
          mix(0.55, 1.0, std::abs(2 * (turn - std::floor(turn)) - 1));
    }
    return c;
  }
  if (y > top - cap * std::sqrt(1 - side * side) && y <= top + cap * std::sqrt(1 - side * side))
    return rgb(0xc59a80);
  return std::nullopt;
}

std::optional<Colour> jetty(double x, double y) {
  static const std::array<Post, 8> posts{{{jetty_right + 0.005, 1.22},
                                          {jetty_left - 0.005, 1.22},
                                          {jetty_right + 0.005, 1.85},
                                          {jetty_left - 0.005, 1.85},
                                          {jetty_right + 0.005, 2.65},
                                          {jetty_left - 0.005, 2.65},
                                          {jetty_right + 0.005, 3.62},
                                          {jetty_left - 0.005, 3.62}}};
  for (const Post& p : posts)
    if (const auto c = post(x, y, p))
      return c;
  // Ropes between the posts of each side hang in a parabola.
  for (std::size_t i = 0; i + 2 < posts.size(); ++i) {
    const Post &a = posts[i], &b = posts[i + 2];
    const double xa = vanishing + a.across / a.z, xb = vanishing + b.across / b.z;
    const double t = (x - xa) / (xb - xa);
    if (t < 0 || t > 1)
      continue;
    // Perspective: the fraction along the rope is not the fraction on the screen.
    const double z = 1 / mix(1 / a.z, 1 / b.z, t), s = (z - a.z) / (b.z - a.z);
    const double rope = horizon + (deck_below - 0.095 + 0.17 * s * (1 - s)) / z;
    const double steep = (deck_below - 0.095) * (1 / a.z - 1 / b.z) / (xb - xa);
    if (std::abs(y - rope) < 0.0052 / z * std::sqrt(1 + steep * steep)) {
      const double twist = x * z * 150 + (y - rope) * z * 60;
      return mix(rgb(0x5a4a48), rgb(0xd8b080), 0.5 + 0.5 * std::sin(twist * 2));
    }
  }
  if (y <= horizon)
    return std::nullopt;
  const double deck_z = deck_below / (y - horizon), across = (x - vanishing) * deck_z;
  if (deck_z < jetty_end && across > jetty_left && across < jetty_right)
    return planks(across, deck_z);
  // The beam under the deck's right edge.
  const double beam_z = jetty_right / (x - vanishing);
  const double below = (y - horizon) * beam_z - deck_below;
  if (beam_z > 0 && beam_z < jetty_end && below > 0 && below < 0.028)
    return mix(rgb(0x33232c), rgb(0xb5714c),
               smoothstep(0.9, 3.5, beam_z) + 0.15 * noise(beam_z * 30, below * 160, 58));
  // Shade on the water beneath it.
  if (beam_z > 0 && beam_z < jetty_end && below > 0 && below < water_below - deck_below)
    return mix(rgb(0x0d1228), water(x, y), mix(0.15, 0.6, below / (water_below - deck_below)));
  return std::nullopt;
}

// ---- foreground -------------------------------------------------------------------------------

double bank(double x) {
  const double right = 0.14 * smoothstep(1.02, 1.60, x) + 0.04 * smoothstep(1.5, 2.0, x);
  const double left = 0.21 * smoothstep(0.62, 0.05, x);
  return 1.035 - right - left - 0.012 * fbm(x * 7, 9, 3, 111);
}

/// A row of grass whose blades grow `lower` below the edge of the bank: curved, tapering, some with
/// a flower.
std::optional<Colour> grass(double x, double y, double edge, double lower, double height,
                            double spacing, std::uint32_t seed, Colour tip) {
  if (y > edge + lower || y < edge + lower - height)
    return std::nullopt;
  const int cell = static_cast<int>(std::floor(x / spacing));
  const int reach = static_cast<int>(0.42 * height / spacing) + 1;
  for (int i = cell - reach; i <= cell + reach; ++i) {
    const double size = height * mix(0.45, 1.0, hash(i, 2, seed));
    const double t = (edge + lower - y) / size;
    if (t > 1)
      continue;
    const double centre =
        (i + hash(i, 1, seed)) * spacing + mix(-0.30, 0.42, hash(i, 3, seed)) * size * t * t;
    const double half = mix(0.0016, 0.0030, hash(i, 4, seed)) * (1 - t) + 0.0002;
    const double kind = hash(i, 6, seed);
    if (kind > 0.94 && length({x - centre, (1 - t) * size - 0.003}) < 0.0034)
      return kind > 0.97 ? rgb(0xf4d9a0) : rgb(0xc58ac8);
    if (std::abs(x - centre) < half) {
      const Colour base = mix(rgb(0x141c28), rgb(0x2b3a34), hash(i, 5, seed));
      return mix(base, tip, (x < centre ? 1.0 : 0.45) * t * t);
    }
  }
  return std::nullopt;
}

/// Reeds with brown heads.
std::optional<Colour> reeds(double x, double y) {
  for (int i = 0; i < 26; ++i) {
    const double root =
        i < 15 ? mix(0.02, 0.585, hash(i, 1, 121)) : mix(1.50, 1.98, hash(i, 1, 121));
    const double size = mix(0.17, 0.31, hash(i, 2, 121)), t = (1.02 - y) / (size + 0.06);
    if (t < 0 || t > 1)
      continue;
    const double centre = root + (hash(i, 3, 121) - 0.42) * 0.16 * size / 0.3 * t * t;
    const double head = smoothstep(0.76, 0.775, t) * smoothstep(0.95, 0.935, t);
    const double half = 0.0013 + 0.0052 * head;
    if (std::abs(x - centre) < half) {
      const double side = (x - centre) / half;
      if (head > 0.3)
        return mix(rgb(0x3a2422), rgb(0xb06a44),
                   saturate(0.5 + 0.5 * side * (centre < sun.x ? 1 : -1)) * 0.8);
      return mix(rgb(0x1c2a2a), rgb(0x8a7a4a), t * 0.8);
    }
  }
  return std::nullopt;
}

/// A fence on the right bank: posts, two rails of wire and a mesh of diamonds.
std::optional<Colour> fence(double x, double y) {
  constexpr double first = 1.185, spacing = 0.128, post_height = 0.130;
  if (x < first - 0.01 || y < 0.6)
    return std::nullopt;
  const double k = std::round((x - first) / spacing);
  const double cx = first + k * spacing, lean = 0.02 * (hash(static_cast<int>(k), 1, 141) - 0.5);
  const auto ground = [&](double at) { return bank(first + at * spacing) + 0.012; };
  const double top = ground(k) - post_height * mix(0.93, 1.05, hash(static_cast<int>(k), 2, 141));
  const double px = x - cx - lean * (ground(k) - y) / post_height;
  if (std::abs(px) < 0.0078 && y > top + 0.25 * std::abs(px + 0.003) && y < ground(k) + 0.03) {
    const double side = px / 0.0078;
    const double bark = fbm(x * 210, y * 30, 3, 142);
    return mix(rgb(0x241d2a), rgb(0xc08058), saturate(0.42 - 0.55 * side) * 0.9) *
           (1 + 0.55 * bark);
  }
  const double s = (x - first) / spacing, i = std::floor(s), f = s - i;
  const double line = mix(ground(i), ground(i + 1), f), sag = 0.010 * f * (1 - f) * 4;
  const double v = (line + sag - y) / post_height; // 0 at the ground, 1 at the posts' tops
  if (v < 0.02 || v > 0.86)
    return std::nullopt;
  for (const double wire : {0.84, 0.05})
    if (std::abs(v - wire) < 0.010)
      return rgb(0xb08a78);
  constexpr double mesh = 0.0165;
  const double bulge = 0.0010 * noise(x * 30, y * 30, 143);
  const double a = (x + bulge + (line + sag - y)) / mesh, b = (x + bulge - (line + sag - y)) / mesh;
  const double da = std::abs(a - std::round(a)), db = std::abs(b - std::round(b));
  if (v > 0.05 && std::min(da, db) < 0.055)
    return mix(rgb(0x6f6070), rgb(0xe0a884), da < db ? 0.85 : 0.45);
  return std::nullopt;
}

std::optional<Colour> foreground(double x, double y) {
  if (y < 0.55)
    return std::nullopt;
  if (const auto c = reeds(x, y))
    return c;
  const double edge = bank(x);
  // Rows of grass from the nearest, dark, to the edge of the bank, where the low sun catches it.
  for (std::uint32_t row = 0; row < 8; ++row) {
    const double lower = 0.262 - 0.036 * row;
    const Colour tip = mix(rgb(0x4a5540), rgb(0xdcb06a), std::pow(row / 7.0, 1.5));
    if (row == 6)
      if (const auto c = fence(x, y))
        return c;
    if (const auto c =
            grass(x, y, edge, lower, mix(0.120, 0.065, row / 7.0), 0.0040, 151 + row, tip))
      return c;
  }
  if (y > edge)
    return mix(rgb(0x2c3432), rgb(0x10141f), smoothstep(0, 0.05, y - edge));
  return std::nullopt;
}

/// Great spruces at the left edge of the panorama.
std::optional<Colour> near_spruces(double x, double y) {
  struct Tree {
    double x, top, foot;
  };
  static const std::array<Tree, 4> trees{
      {{0.105, 0.13, 0.86}, {0.262, 0.30, 0.90}, {0.02, 0.24, 0.86}, {0.345, 0.47, 0.945}}};
  if (x > 0.5)
    return std::nullopt;
  std::uint32_t seed = 161;
  for (const Tree& tree : trees) {
    ++seed;
    const double size = tree.foot - tree.top;
    const double u = (x - tree.x) / size, v = (y - tree.top) / size;
    if (v < 0 || v > 1 || std::abs(u) > 0.3)
      continue;
    // Tiers of boughs that droop outwards; needles fray their lower edges.
    const double side = u > 0 ? 0.45 : 0.0;
    const double droop = v - 0.75 * std::abs(u) + 0.9 * u * u + 0.012 * noise(u * 26, v * 30, seed);
    const double tier = droop * 23 + side, index = std::floor(tier), within = tier - index;
    const double bough = mix(0.58, 1.0, hash(static_cast<int>(index), u > 0 ? 1 : 0, seed));
    const double reach = (0.012 + 0.235 * std::pow(v, 0.9)) * bough * (0.62 + 0.38 * within) *
                         smoothstep(0, 0.03, v);
    const double needles =
        0.036 * v * (noise(u * 150, v * 210, seed) * 0.6 + 0.5 * noise(u * 60, v * 85, seed + 9));
    if (std::abs(u) < reach + needles) {
      const double clump = 0.5 + 0.5 * noise(u * 120, droop * 130, seed + 5);
      const double out = saturate(u / (reach + 0.01));
      const Colour shade = mix(rgb(0x0d1524), rgb(0x22303c), within * mix(0.35, 1.0, clump));
      return mix(shade, rgb(0xc98a55), 0.55 * out * out * clump * within);
    }
    if (std::abs(u) < 0.004 + 0.012 * v)
      return rgb(0x1a141e);
  }
  return std::nullopt;
}

bool bird(double x, double y, Vec2 at, double size, double flap) {
  const double u = std::abs(x - at.x) / size, v = (y - at.y) / size;
  const double wing = -flap * u * (1.6 - u) + 0.35 * u * u;
  return u < 1 && std::abs(v - wing) < 0.10 * (1 - u) + 0.02;
}

} // namespace

Colour dusk(double x, double y) {
  if (const auto c = foreground(x, y))
    return *c;
  if (const auto c = near_spruces(x, y))
    return *c;
  if (const auto c = jetty(x, y))
    return *c;
  if (y < boat_waterline)
    if (const auto c = boat(x, y))
      return *c;
  if (y < headland_shore)
    if (const auto c = headland(x, y))
      return *c;
  if (bird(x, y, {1.010, 0.215}, 0.021, 0.75) || bird(x, y, {1.062, 0.243}, 0.016, 0.45) ||
      bird(x, y, {0.955, 0.252}, 0.014, 0.85) || bird(x, y, {1.105, 0.190}, 0.012, 0.6))
    return rgb(0x2c2748);
  return y < horizon ? backdrop(x, y) : water(x, y);
}

} // namespace pictures
