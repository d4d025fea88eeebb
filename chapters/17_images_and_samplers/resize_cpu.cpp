// Resizing on the host: the reference.

#include "resize.hpp"

#include <algorithm>
#include <cmath>

namespace images {
namespace {

// An output pixel of one axis is a sum over some pixels of the input.
struct Taps {
  int first = 0; ///< may lie outside
  std::vector<double> weights;
};

// [cubic]
// The weight of a pixel at distance t, with Keys' parameter a.
double cubic_weight(double t, double a) {
  t = std::fabs(t);
  return t < 1 ? ((a + 2) * t - (a + 3)) * t * t + 1 : t < 2 ? a * (((t - 5) * t + 8) * t - 4) : 0;
}
// [/cubic]

// [taps]
Taps taps_of(int x, int extent, int out_extent, Filter filter, double cubic) {
  const double ratio = 1.0 * extent / out_extent;
  // Where the middle of output pixel x lies in the input; the middle of input pixel i is i + 1/2.
  const double middle = (x + 0.5) * ratio;
  if (filter == Filter::nearest) // exact in integers: rounding must not decide
    return {static_cast<int>((2LL * x + 1) * extent / (2LL * out_extent)), {1.0}};
  if (filter == Filter::area) { // each pixel as much as the output covers of it
    const double begin = x * ratio, end = (x + 1) * ratio;
    Taps taps{static_cast<int>(std::floor(begin)), {}};
    for (int i = taps.first; i < end && i < extent; ++i)
      taps.weights.push_back((std::min(i + 1.0, end) - std::max(1.0 * i, begin)) / ratio);
    return taps;
  }
  const int left = static_cast<int>(std::floor(middle - 0.5));
  const double part = middle - 0.5 - left;
  if (filter == Filter::bilinear)
    return {left, {1 - part, part}};
  return {left - 1,
          {cubic_weight(1 + part, cubic), cubic_weight(part, cubic), cubic_weight(1 - part, cubic),
           cubic_weight(2 - part, cubic)}};
}
// [/taps]

} // namespace

// [table]
AxisTable axis_table(int extent, int out_extent, Filter filter) {
  AxisTable table;
  std::vector<Taps> all;
  for (int x = 0; x < out_extent; ++x) {
    all.push_back(taps_of(x, extent, out_extent, filter, keys));
    table.count = std::max(table.count, static_cast<int>(all.back().weights.size()));
  }
  for (const Taps& taps : all)
    for (int i = 0; i < table.count; ++i) {
      const int last = static_cast<int>(taps.weights.size()) - 1;
      table.places.push_back(std::clamp(taps.first + std::min(i, last), 0, extent - 1));
      table.weights.push_back(
          i > last ? 0.0F : static_cast<float>(taps.weights[static_cast<std::size_t>(i)]));
    }
  return table;
}
// [/table]

// [reference]
std::vector<double> resize_in_double(const common::ImageF& image, const Sizes& s, Filter filter,
                                     double cubic) {
  std::vector<Taps> columns;
  for (int x = 0; x < s.out_width; ++x)
    columns.push_back(taps_of(x, s.width, s.out_width, filter, cubic));
  const auto channels = static_cast<std::size_t>(image.channels);
  std::vector<double> output;
  output.reserve(static_cast<std::size_t>(s.out_width) * static_cast<std::size_t>(s.out_height) *
                 channels);
  for (int y = 0; y < s.out_height; ++y) {
    const Taps rows = taps_of(y, s.height, s.out_height, filter, cubic);
    for (const Taps& across : columns)
      for (std::size_t c = 0; c < channels; ++c) {
        double sum = 0;
        for (std::size_t j = 0; j < rows.weights.size(); ++j) {
          const int v = std::clamp(rows.first + static_cast<int>(j), 0, s.height - 1);
          for (std::size_t i = 0; i < across.weights.size(); ++i) {
            const int u = std::clamp(across.first + static_cast<int>(i), 0, s.width - 1);
            sum += rows.weights[j] * across.weights[i] *
                   image.pixels[(static_cast<std::size_t>(v) * static_cast<std::size_t>(s.width) +
                                 static_cast<std::size_t>(u)) *
                                    channels +
                                c];
          }
        }
        output.push_back(sum);
      }
  }
  return output;
}
// [/reference]

} // namespace images
