#include "tools/make_images/pictures.hpp"

#include <array>
#include <optional>

// A woman at a party in the evening, taken with a flash: her pupils are red. Only they are: in every
// other place red stays below 1.9 times green in the stored values, so a red-eye filter can tell.

namespace pictures {
namespace {

using namespace paint;

/// Lays `top` over `c` with an opacity of 0..1.
void over(Colour& c, Colour top, double opacity) {
  c = mix(c, top, saturate(opacity));
}

// ---- background: lamps, far out of focus ------------------------------------------------------

Colour background(double x, double y) {
  Colour c = mix(rgb(0x12233d), rgb(0x28405a), smoothstep(0.1, 1.0, y));
  over(c, rgb(0x4a4f6c), 0.6 * bump(length({x - 0.15, y - 0.75}), 0.45));
  static const std::array<Colour, 5> lamps{rgb(0xffc27a), rgb(0xffdca8), rgb(0x7fd0cf),
                                           rgb(0xe8a2c0), rgb(0x8fa8ee)};
  const auto lamp = [&](Vec2 at, double radius, Colour colour, double strength) {
    const double r = length(Vec2{x, y} - at) / radius;
    const double disc = smoothstep(1.03, 0.97, r) * (0.62 + 0.38 * r * r * r * r); // brighter rim
    c = c + colour * (strength * disc);
  };
  for (int i = 0; i < 34; ++i)
    lamp({hash(i, 1, 5), hash(i, 2, 5) * 0.95}, mix(0.018, 0.055, hash(i, 3, 5)),
         lamps[static_cast<std::size_t>(hash(i, 4, 5) * 5)], mix(0.03, 0.16, hash(i, 5, 5)));
  for (int i = 0; i < 11; ++i) { // two chains of lamps
    const double t = (i + 0.5) / 11, sag = 4 * t * (1 - t);
    lamp({1.1 * t - 0.05, 0.035 + 0.10 * sag}, 0.030, rgb(0xffcf8a), 0.60);
    lamp({1.1 * t - 0.01, 0.30 - 0.05 * sag}, 0.022, rgb(0xffb9a0), 0.22);
  }
  return c;
}

// ---- sweater ----------------------------------------------------------------------------------

/// Knitted stitches: columns of little V's. 0 in the grooves, 1 on the yarn.
double knit(double u, double v) {
  const double column = u - std::floor(u) - 0.5;
  const double row = v - 1.1 * std::abs(column);
  const double within = row - std::floor(row);
  const double yarn = std::sin(pi * within);
  const double groove =
      smoothstep(0.0, 0.10, std::abs(column)) * smoothstep(0.5, 0.42, std::abs(column));
  return yarn * (0.35 + 0.65 * groove);
}

std::optional<Colour> sweater(double x, double y) {
  const double d = std::abs(x - 0.5);
  const double shoulder = 0.850 + 0.42 * d * d + 0.9 * std::pow(std::max(0.0, d - 0.30), 1.7);
  const double collar_top = 0.792 - 1.1 * d * d, collar_half = 0.103 + 0.10 * (y - 0.78);
  const Colour dark = rgb(0x2c5a58), bright = rgb(0x66aca0);
  if (d < collar_half && y > collar_top && y < 0.90 + 0.10 * d) {
    const double angle = std::asin((x - 0.5) / collar_half);
    const double rib = 0.5 + 0.5 * std::cos(angle * 26);
    const double light =
        std::cos(angle + 0.35) * (0.55 + 0.45 * smoothstep(collar_top, collar_top + 0.05, y));
    return mix(dark, bright, saturate(light * (0.35 + 0.65 * rib)));
  }
  if (y > shoulder) {
    const double light = 0.35 + 0.55 * bump(x - 0.36, 0.33) + 0.15 * bump(y - shoulder, 0.05) -
                         0.35 * bump(length({x - 0.5, (y - 0.88) * 1.6}), 0.15);
    const double bend = 0.25 * (x - 0.5) * (x - 0.5);
    return mix(dark, bright, saturate(light * (0.40 + 0.75 * knit(x * 42, (y - bend) * 50))));
  }
  return std::nullopt;
}

// ---- hair -------------------------------------------------------------------------------------

/// The colour of a strand: `across` counts strands, `along` runs down them, `gloss` is 0..1.
Colour strand(double across, double along, double gloss) {
  const double fine = noise(across * 150, along * 3.0, 61),
               coarse = noise(across * 42, along * 1.6, 62);
  const double tone = saturate(0.30 + 0.26 * coarse + 0.16 * fine);
  Colour c = mix(rgb(0x241a1c), rgb(0x6a4a3a), tone);
  over(c, rgb(0xc09a78), gloss * saturate(0.42 + 0.5 * coarse + 0.35 * fine));
  return c;
}

/// The outline of all the hair: waves that fall on the shoulders. Below 0 inside.
double hair_outline(double x, double y) {
  const double d = std::abs(x - 0.5), side = x < 0.5 ? 1.1 : 0.0;
  if (y < 0.36)
    return length({d / 0.240, (y - 0.36) / 0.285}) - 1;
  const double down = y - 0.36, start = smoothstep(0.0, 0.10, down);
  const double wave =
      start * (0.010 * std::sin(down * 24 + side) + 0.003 * std::sin(down * 47 + side));
  const double half = 0.240 + 0.04 * smoothstep(0.05, 0.45, down) + wave -
                      2.2 * std::pow(std::max(0.0, y - 0.80), 1.7);
  const double ends = 0.925 + 0.020 * std::sin(x * 30) + 0.016 * noise(x * 48, 1, 63);
  return std::max(d / half - 1, (y - ends) * 4);
}

Colour back_hair(double x, double y) {
  const double d = x - 0.5;
  return strand(d * (1.1 - 0.25 * y), y, 0) * mix(0.75, 0.25, smoothstep(0.24, 0.08, std::abs(d)));
}

/// The hair in front: parted at one side, it sweeps over the forehead and falls along the cheeks.
std::optional<Colour> front_hair(double x, double y) {
  const double outline = hair_outline(x, y);
  if (outline > 0)
    return std::nullopt;
  constexpr double part = 0.570, root = 0.232;
  const double d = x - part, t = std::abs(d) / (d < 0 ? 0.240 : 0.112); // 1 at the temples
  // Where the sweep ends above the forehead, and how far the curtains at the sides reach inwards.
  const double fringe = root + 0.165 * std::pow(std::min(t, 1.8), d < 0 ? 1.35 : 1.15) -
                        0.018 * bump(t, 0.22) + 0.0035 * noise(x * 60, 2, 64);
  const double side = x < 0.5 ? 0.9 : 0.0, from_middle = std::abs(x - 0.5);
  const double inner = 0.168 + 0.012 * std::sin((y - 0.40) * 13 - 0.4) +
                       0.010 * std::sin((y - 0.40) * 24 + side) * smoothstep(0.5, 0.7, y);
  if (y > fringe && (y < 0.30 || from_middle < inner))
    return std::nullopt;
  // Strands: parallel to the fringe above, along the waves below.
  const double fall = smoothstep(0.33, 0.47, y);
  const double wave = 0.012 * std::sin((y - 0.40) * 24 + side) * smoothstep(0.42, 0.55, y);
  const double across =
      mix((fringe - y) * 0.62 + 0.04 * t, from_middle - inner + wave + 0.08, fall) +
      (d < 0 ? 3.0 : 0.0);
  const double along = mix(t * 0.8, y * 2, fall);
  const double crown = bump(y - (0.195 + 0.42 * d * d + 0.10 * from_middle), 0.034) *
                       (0.35 + 0.65 * bump(d + 0.13, 0.13));
  const double curl =
      0.75 * std::pow(0.5 + 0.5 * std::sin((y - 0.40) * 24 + side + 25 * (from_middle - 0.2)), 3) *
      fall;
  Colour c = strand(across, along, saturate(0.9 * crown + 0.55 * curl));
  // Dark at the outline, in the parting, and where the curtains turn inwards.
  c = c * mix(0.45, 1.0, smoothstep(0.0, -0.16, outline));
  if (y < 0.26)
    c = c * mix(0.45, 1.0, smoothstep(0.0, 0.014, std::abs(d + 0.25 * (y - 0.2))));
  return c * mix(1.0, mix(0.62, 1.0, smoothstep(0.0, 0.035, from_middle - inner)), fall);
}

// ---- face -------------------------------------------------------------------------------------

constexpr double face_x = 0.5, face_y = 0.475;

/// Face coordinates: -1..1 from edge to edge; the radius is 1 at the outline.
Vec2 face(double x, double y) {
  const double v = (y - face_y) / (y < face_y ? 0.315 : 0.268);
  const double half = 0.183 * (v > 0 ? 1 - 0.17 * v * v : 1.0);
  return {(x - face_x) / half, v};
}

Colour skin(double light) {
  light = saturate(light);
  return light < 0.55 ? mix(rgb(0x9a6650), rgb(0xdda283), light / 0.55)
                      : mix(rgb(0xdda283), rgb(0xffdcc2), (light - 0.55) / 0.45);
}

/// An eye's opening, in units of half its width: x runs from -1 to 1, up is negative.
double upper_lid(double x) {
  return -0.47 * std::pow(std::max(0.0, 1 - x * x), 0.62) - 0.06 * x;
}
double lower_lid(double x) {
  return 0.34 * std::pow(std::max(0.0, 1 - x * x), 0.85) - 0.06 * x;
}

void eye(Colour& c, double x, double y, double centre_x, double outwards) {
  constexpr double width = 0.0615, centre_y = 0.466;
  const double u = (x - centre_x) / width * outwards, v = (y - centre_y) / width; // u > 0: outwards
  const double top = upper_lid(u), bottom = lower_lid(u), wide = std::abs(u);
  if (wide > 1.7 || std::abs(v) > 1.5)
    return;
  // The socket: soft shadow above, a crease, light on the lid.
  over(c, rgb(0xa87058), 0.42 * bump(v + 0.62, 0.34) * bump(u - 0.1, 0.95));
  over(c, rgb(0xffe2c8), 0.35 * bump(v + 0.52, 0.10) * bump(u + 0.05, 0.55));
  const double crease = v - (-0.68 * std::pow(std::max(0.0, 1 - u * u * 0.80), 0.6) - 0.08 * u);
  over(c, rgb(0x8a5744), 0.75 * bump(crease, 0.035) * smoothstep(1.1, 0.6, wide));
  over(c, rgb(0xb07a62), 0.35 * bump(v - 0.52, 0.10) * bump(u, 0.75));

  if (wide < 1 && v > top && v < bottom) {
    Colour ball = mix(rgb(0xf6efea), rgb(0xc7b6b4), saturate(wide * wide * 0.8));
    const Vec2 d{u - 0.02, v + 0.03};
    const double r = length(d), angle = std::atan2(d.y, d.x);
    constexpr double iris = 0.445, pupil = 0.285;
    if (r < iris) {
      const double fibre = noise(angle * 9, r * 4, 71) * 0.5 + noise(angle * 22, r * 7, 72) * 0.35;
      ball =
          mix(rgb(0x88b08a), rgb(0x3c6a68), saturate((r - pupil) / (iris - pupil) + 0.35 * fibre));
      over(ball, rgb(0x1f3638), smoothstep(0.86, 1.0, r / iris));
      if (r < pupil) // the flash, reflected by the retina
        ball = mix(rgb(0xff4a34), rgb(0xb0101c),
                   smoothstep(0.1, 1.0, length({d.x + 0.03, d.y - 0.05}) / pupil));
    }
    over(ball, rgb(0xffffff),
         smoothstep(0.075, 0.060, length({(d.x) * outwards + 0.12, d.y + 0.13})));
    over(ball, rgb(0xffffff),
         0.7 * smoothstep(0.040, 0.030, length({(d.x) * outwards - 0.13, d.y - 0.14})));
    if (r >= pupil) // the lid's shadow; it would spoil the plain red
      ball = ball * mix(0.55, 1.0, smoothstep(0.0, 0.22, v - top));
    c = ball;
    over(c, rgb(0xd9a294), 0.8 * smoothstep(0.11, 0.05, length({u + 0.90, v - 0.03})));
  }
  // Lash line, thicker outwards, ending in a small wing; lashes in a fan.
  const double line = 0.055 + 0.050 * smoothstep(-0.9, 0.9, u);
  if (wide < 1.02)
    over(c, rgb(0x1e1518), smoothstep(line, line - 0.03, std::abs(v - top + 0.02)));
  over(c, rgb(0x1e1518),
       smoothstep(0.055, 0.03, segment({u, v}, {0.90, -0.14}, {1.22, -0.34}) + 0.05 * (u - 0.9)));
  over(c, rgb(0x5a3a34),
       0.55 * smoothstep(0.045, 0.015, std::abs(v - bottom)) * smoothstep(1.0, 0.9, wide) *
           smoothstep(-0.9, 0.5, u));
  for (int i = 0; i < 13; ++i) {
    const double root = mix(-0.75, 1.0, i / 12.0), lean = 0.05 + 0.30 * (root + 0.35);
    const Vec2 foot{root, upper_lid(root)},
        tip = foot + Vec2{lean, -0.20 - 0.14 * smoothstep(-0.7, 0.6, root)};
    const double t = saturate((foot.y - v) / (foot.y - tip.y));
    over(c, rgb(0x1e1518), 0.9 * smoothstep(0.030, 0.012, segment({u, v}, foot, tip) + 0.014 * t));
  }
  // Brow: hairs along a low arch.
  const double b = u * 0.86 + 0.02,
               arch = -1.02 - 0.24 * std::sqrt(std::max(0.0, 1 - (b - 0.30) * (b - 0.30) * 0.62)) +
                      0.16 * smoothstep(0.4, 1.2, b);
  const double thick = 0.125 * smoothstep(-1.02, -0.78, b) * smoothstep(1.24, 0.2, b) + 0.005;
  const double hairs = 0.75 + 0.5 * noise(u * 26 + v * 14, v * 7, 73);
  over(c, rgb(0x4a3228),
       0.92 * hairs * smoothstep(1.25, 0.55, std::abs(v - arch) / thick) *
           smoothstep(-1.05, -0.75, b));
}

void nose(Colour& c, double x, double y) {
  const double d = x - face_x;
  const Vec2 tip{d + 0.004, y - 0.572};
  const double bridge = smoothstep(0.40, 0.47, y) * smoothstep(0.60, 0.53, y);
  over(c, rgb(0xb67f66), 0.34 * bridge * bump(d - 0.021, 0.012)); // the side away from the light
  over(c, rgb(0xb67f66), 0.16 * bridge * bump(d + 0.022, 0.011));
  over(c, rgb(0xfff0e0), 0.30 * bridge * bump(d + 0.003, 0.008));             // along the bridge
  over(c, rgb(0xfff6ea), 0.60 * bump(length({tip.x + 0.006, tip.y}), 0.013)); // on the tip
  over(c, rgb(0xa06a54), 0.55 * bump(length({d * 0.55, (y - 0.606) * 1.8}), 0.020));
  for (const double side : {-1.0, 1.0}) {
    const Vec2 wing{d - side * 0.0255, y - 0.582};
    const double edge = length({wing.x * 1.15, wing.y}) - 0.0160;
    over(c, rgb(0x9c6450),
         0.42 * bump(edge, 0.0042) * smoothstep(0.005, 0.018, wing.x * side + 0.4 * wing.y) *
             smoothstep(0.030, 0.0, -wing.y + 0.004));
    const Vec2 hole{d - side * 0.0150, y - 0.5965 + 0.15 * (side * d - 0.0150)};
    over(c, rgb(0x5c3a32), smoothstep(1.25, 0.7, length({hole.x / 0.0085, hole.y / 0.0036})));
  }
}

void mouth(Colour& c, double x, double y) {
  const double d = x - face_x - 0.001, u = d / 0.066, wide = std::abs(u);
  if (wide > 1.35)
    return;
  const double middle = 0.6625 - 0.0155 * u * u + 0.0030 * bump(u, 0.25); // corners up: a smile
  const double taper = std::pow(std::max(0.0, 1 - wide * wide), 0.7);
  const double upper =
      middle - 0.0180 * taper * (1 + 0.22 * bump(wide - 0.26, 0.18) - 0.24 * bump(u, 0.13));
  const double lower = middle + 0.0275 * std::pow(std::max(0.0, 1 - wide * wide), 0.62);
  const double soft = 0.0018;
  const double fold = noise(u * 26, y * 18, 75);
  if (wide < 1) {
    Colour top = mix(rgb(0xb4645f), rgb(0xcb7b72), saturate((middle - y) / 0.014) + 0.12 * fold);
    over(c, top, smoothstep(upper - soft, upper + soft, y) * smoothstep(middle + soft, middle, y));
    Colour bottom = mix(rgb(0xd27f77), rgb(0xb86a64), saturate((y - middle) / 0.028) + 0.10 * fold);
    over(bottom, rgb(0xffe8e0), 0.55 * bump(y - middle - 0.0115, 0.0048) * bump(u + 0.12, 0.36));
    over(c, bottom,
         smoothstep(middle - soft, middle + soft, y) * smoothstep(lower + soft, lower - soft, y));
  }
  over(c, rgb(0x6d443f), 0.9 * bump(y - middle, 0.0023) * smoothstep(1.04, 0.90, wide));
  for (const double side : {-1.0, 1.0})
    over(c, rgb(0xa56d58), 0.6 * bump(length({d - side * 0.0690, (y - 0.6480) * 0.8}), 0.0060));
  over(c, rgb(0xa97560), 0.45 * bump(u, 0.55) * bump(y - 0.6985, 0.0085)); // below the lip
  over(c, rgb(0xb88468),
       0.25 * bump(d, 0.006) * smoothstep(0.606, 0.62, y) * smoothstep(0.645, 0.635, y));
}

std::optional<Colour> head(double x, double y) {
  const Vec2 f = face(x, y);
  const double r2 = dot(f, f);
  if (r2 > 1)
    return std::nullopt;
  const double bulge = std::sqrt(1 - r2);
  double light = 0.20 + 0.66 * std::pow(bulge, 0.62) - 0.10 * f.x - 0.05 * f.y;
  light -= 0.20 * smoothstep(0.55, 1.0, f.y) * (1 - bulge);
  Colour c = skin(light);
  // Cheeks, chin, forehead.
  for (const double side : {-1.0, 1.0})
    over(c, rgb(0xe79682),
         0.55 * bump(length({(x - face_x - side * 0.112) * 0.9, y - 0.572}), 0.058));
  for (const double side : {-1.0, 1.0})
    over(c, rgb(0xfff0e0),
         0.30 * bump(length({(x - face_x - side * 0.103) * 0.8, (y - 0.540) * 1.5}), 0.030));
  over(c, rgb(0xffe9d6), 0.30 * bump(length({x - face_x + 0.01, (y - 0.715) * 1.2}), 0.028));
  // Freckles over the nose and the cheeks.
  constexpr double cell = 0.013;
  const int ix = static_cast<int>(std::floor(x / cell)),
            iy = static_cast<int>(std::floor(y / cell));
  const Vec2 freckle{(ix + mix(0.25, 0.75, hash(ix, iy, 81))) * cell,
                     (iy + mix(0.25, 0.75, hash(ix, iy, 82))) * cell};
  const double where = bump(y - 0.560, 0.036) * smoothstep(0.165, 0.09, std::abs(x - face_x));
  const double size = mix(0.0012, 0.0028, hash(ix, iy, 83));
  if (hash(ix, iy, 84) < 0.55)
    over(c, rgb(0xb07656),
         0.6 * where * smoothstep(size, size * 0.4, length(Vec2{x, y} - freckle)));

  nose(c, x, y);
  mouth(c, x, y);
  eye(c, x, y, face_x - 0.083, -1);
  eye(c, x, y, face_x + 0.083, 1);
  return c;
}

Colour neck(double x, double y) {
  const double side = (x - 0.5) / 0.083;
  const double light = 0.56 * std::pow(saturate(1 - side * side), 0.4) - 0.08 * side;
  return skin(light - 0.42 * smoothstep(0.86, 0.72, y));
}

} // namespace

Colour portrait(double px, double py) {
  // The head leans a little to one side.
  constexpr double lean = 0.065;
  const Vec2 pivot{0.5, 0.80}, d = Vec2{px, py} - pivot;
  const double x = pivot.x + std::cos(lean) * d.x + std::sin(lean) * d.y;
  const double y = pivot.y + std::cos(lean) * d.y - std::sin(lean) * d.x + 0.015;

  if (const auto c = front_hair(x, y))
    return *c;
  if (auto c = head(x, y)) {
    // The shadow of the hair on the forehead and the cheeks.
    double shade = 0;
    for (const Vec2 shift :
         {Vec2{0.004, -0.012}, Vec2{-0.008, -0.006}, Vec2{0.010, -0.004}, Vec2{0.0, -0.020}})
      shade += front_hair(x + shift.x, y + shift.y) ? 0.25 : 0.0;
    return mix(*c, *c * rgb(0xc99a8c), 0.75 * shade);
  }
  if (const auto c = sweater(px, py))
    return *c;
  if (std::abs(px - 0.5) < 0.083 && y > 0.6)
    return neck(px, py);
  if (hair_outline(x, y) < 0)
    return back_hair(x, y);
  return background(px, py);
}

} // namespace pictures
