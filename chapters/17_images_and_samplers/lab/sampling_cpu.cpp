// The formulas of the specification: OpenCL C 3.0, sections 8.2 (addressing and filtering).

#include "harness/lab/float_image.hpp"

#include "sampling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace images {
namespace {

// Two neighbouring texels of one axis, and how much of the second one. -1: the border colour;
// outside: undefined.
struct Texels {
  int first = 0;
  int second = 0;
  double part = 0.0;
};

constexpr int border = -1;
constexpr int outside = -2;

// [address]
// The coordinate in texels; 0 is the left edge of the first one, `extent` the right edge of the last.
double in_texels(double s, int extent, const SamplerMode& mode) {
  if (!mode.normalized)
    return s;
  if (mode.addressing == CL_ADDRESS_REPEAT)
    return (s - std::floor(s)) * extent;
  if (mode.addressing == CL_ADDRESS_MIRRORED_REPEAT) // there and back again
    return std::fabs(s - 2.0 * std::rint(0.5 * s)) * extent;
  return s * extent;
}

// The texel that stands for number i.
int address(int i, int extent, cl_addressing_mode addressing) {
  switch (addressing) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
  case CL_ADDRESS_MIRRORED_REPEAT: // in_texels() has mirrored it; this is for the last half texel
    return std::clamp(i, 0, extent - 1);
  case CL_ADDRESS_REPEAT:
    return i < 0 ? i + extent : i >= extent ? i - extent : i;
  default:
    return i >= 0 && i < extent ? i : addressing == CL_ADDRESS_CLAMP ? border : outside;
  }
}

Texels texels_at(double s, int extent, const SamplerMode& mode) {
  const double u = in_texels(s, extent, mode);
  if (mode.filter == CL_FILTER_NEAREST) {
    const int i = address(static_cast<int>(std::floor(u)), extent, mode.addressing);
    return {i, i, 0.0};
  }
  // The middle of texel i lies at i + 1/2.
  const double left = std::floor(u - 0.5);
  const int i = static_cast<int>(left);
  return {address(i, extent, mode.addressing), address(i + 1, extent, mode.addressing),
          u - 0.5 - left};
}
// [/address]

Colour texel(const harness::ImageF& image, int x, int y) {
  Colour colour{};
  if (x == outside || y == outside)
    colour.fill(std::numeric_limits<double>::quiet_NaN());
  else if (x != border && y != border)
    for (std::size_t c = 0; c < 4; ++c)
      colour[c] =
          image.pixels[(static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                        static_cast<std::size_t>(x)) *
                           4 +
                       c];
  return colour;
}

} // namespace

// [sample]
Colour sample(const harness::ImageF& rgba, double x, double y, const SamplerMode& mode) {
  const Texels across = texels_at(x, rgba.width, mode);
  const Texels down = texels_at(y, rgba.height, mode);
  if (mode.filter == CL_FILTER_NEAREST)
    return texel(rgba, across.first, down.first);
  const Colour t00 = texel(rgba, across.first, down.first);
  const Colour t10 = texel(rgba, across.second, down.first);
  const Colour t01 = texel(rgba, across.first, down.second);
  const Colour t11 = texel(rgba, across.second, down.second);
  const double a = across.part, b = down.part;
  Colour result{};
  for (std::size_t c = 0; c < 4; ++c)
    result[c] =
        (1 - a) * (1 - b) * t00[c] + a * (1 - b) * t10[c] + (1 - a) * b * t01[c] + a * b * t11[c];
  return result;
}
// [/sample]

std::string addressing_name(cl_addressing_mode addressing) {
  return addressing == CL_ADDRESS_NONE            ? "NONE"
         : addressing == CL_ADDRESS_CLAMP_TO_EDGE ? "CLAMP_TO_EDGE"
         : addressing == CL_ADDRESS_CLAMP         ? "CLAMP"
         : addressing == CL_ADDRESS_REPEAT        ? "REPEAT"
                                                  : "MIRRORED_REPEAT";
}

std::string name_of(const SamplerMode& mode) {
  return addressing_name(mode.addressing) +
         (mode.filter == CL_FILTER_LINEAR ? ", LINEAR" : ", NEAREST") +
         (mode.normalized ? ", normalised" : ", in pixels");
}

std::string in_kernel(const SamplerMode& mode) {
  return std::string("CLK_NORMALIZED_COORDS_") + (mode.normalized ? "TRUE" : "FALSE") +
         "|CLK_ADDRESS_" + addressing_name(mode.addressing) + "|CLK_FILTER_" +
         (mode.filter == CL_FILTER_LINEAR ? "LINEAR" : "NEAREST");
}

bool is_defined(const SamplerMode& mode) {
  return mode.normalized ||
         (mode.addressing != CL_ADDRESS_REPEAT && mode.addressing != CL_ADDRESS_MIRRORED_REPEAT);
}

const std::vector<cl_addressing_mode>& addressing_modes() {
  static const std::vector<cl_addressing_mode> all{CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE,
                                                   CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                                   CL_ADDRESS_MIRRORED_REPEAT};
  return all;
}

} // namespace images
