// Resizing on the host: the reference, the plain loops, and a fast one to measure devices against.

#include "harness/lab/cores.hpp"
#include "harness/lab/float_image.hpp"
#include "resize.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

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
  // In steps of 1 / (2 * out_extent) of an input pixel all places are whole: rounding moves none.
  const long long pixel = 2LL * out_extent;
  // Where the middle of output pixel x lies in the input; the middle of input pixel i is i + 1/2.
  const long long middle = (2LL * x + 1) * extent;
  if (filter == Filter::nearest)
    return {static_cast<int>(middle / pixel), {1.0}};
  if (filter == Filter::area) { // each pixel as much as the output covers of it
    const long long begin = middle - extent, end = middle + extent;
    Taps taps{static_cast<int>(begin / pixel), {}};
    for (long long left = taps.first * pixel; left < end; left += pixel)
      taps.weights.push_back((std::min(left + pixel, end) - std::max(left, begin)) /
                             (2.0 * extent));
    return taps;
  }
  const long long left = (middle + pixel / 2) / pixel - 1; // rounded down, also when it is -1
  const double part = (middle - pixel / 2 - left * pixel) / (2.0 * out_extent);
  if (filter == Filter::bilinear)
    return {static_cast<int>(left), {1 - part, part}};
  return {static_cast<int>(left) - 1,
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
std::vector<double> resize_in_double(const harness::ImageF& image, const Sizes& s, Filter filter,
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

namespace {

void store(float value, float& output) {
  output = value;
}
void store(float value, unsigned char& output) { // a cubic overshoots
  output = static_cast<unsigned char>(std::clamp(value, 0.0F, 255.0F) + 0.5F);
}

template <int channels, typename Stored>
void mix_in_x(const Stored* row, const AxisTable& columns, int out_width, float* mixed) {
  for (int x = 0; x < out_width; ++x) {
    float sum[channels] = {};
    for (int i = x * columns.count; i < (x + 1) * columns.count; ++i)
      for (int c = 0; c < channels; ++c)
        sum[c] += columns.weights[i] * static_cast<float>(row[columns.places[i] * channels + c]);
    for (int c = 0; c < channels; ++c)
      mixed[x * channels + c] = sum[c];
  }
}

// The output rows from `first` to before `end`.
template <int channels, typename Stored>
void resize_rows(const Stored* image, const Sizes& s, const AxisTable& columns,
                 const AxisTable& rows, int first, int end, Stored* output) {
  const std::size_t values = static_cast<std::size_t>(s.out_width) * channels;
  const std::size_t pitch = static_cast<std::size_t>(s.width) * channels;
  // The rows of the input that an output row needs lie below each other: in a ring of as many lines
  // no two of them want the same place.
  std::vector<float> lines(values * static_cast<std::size_t>(rows.count)), sum(values);
  std::vector<int> holds(static_cast<std::size_t>(rows.count), -1);
  for (int y = first; y < end; ++y) {
    std::fill(sum.begin(), sum.end(), 0.0F);
    for (int j = y * rows.count; j < (y + 1) * rows.count; ++j) {
      const int row = rows.places[j], slot = row % rows.count;
      float* line = lines.data() + values * static_cast<std::size_t>(slot);
      if (holds[slot] != row)
        mix_in_x<channels>(image + pitch * static_cast<std::size_t>(row), columns, s.out_width,
                           line);
      holds[slot] = row;
      for (std::size_t k = 0; k < values; ++k)
        sum[k] += rows.weights[j] * line[k];
    }
    for (std::size_t k = 0; k < values; ++k)
      store(sum[k], output[values * static_cast<std::size_t>(y) + k]);
  }
}

} // namespace

template <typename Stored>
void resize_plain(const Stored* image, int channels, const Sizes& s, Filter filter,
                  Stored* output) {
  const AxisTable columns = axis_table(s.width, s.out_width, filter);
  const AxisTable rows = axis_table(s.height, s.out_height, filter);
  for (int y = 0; y < s.out_height; ++y)
    for (int x = 0; x < s.out_width; ++x)
      for (int c = 0; c < channels; ++c) {
        float sum = 0.0F;
        for (int j = y * rows.count; j < (y + 1) * rows.count; ++j) {
          const Stored* row = image + static_cast<std::size_t>(rows.places[j]) *
                                          static_cast<std::size_t>(s.width * channels);
          for (int i = x * columns.count; i < (x + 1) * columns.count; ++i)
            sum += rows.weights[j] * columns.weights[i] *
                   static_cast<float>(row[columns.places[i] * channels + c]);
        }
        store(sum, *output++);
      }
}

template <typename Stored>
void resize_optimised(const Stored* image, int channels, const Sizes& s, Filter filter,
                      Stored* output) {
  const AxisTable columns = axis_table(s.width, s.out_width, filter);
  const AxisTable rows = axis_table(s.height, s.out_height, filter);
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int rows_each = (s.out_height + cores - 1) / cores;
  harness::on_all_cores(cores, [&](int part) {
    const int first = part * rows_each, end = std::min(first + rows_each, s.out_height);
    if (channels == 4)
      resize_rows<4>(image, s, columns, rows, first, end, output);
    else
      resize_rows<1>(image, s, columns, rows, first, end, output);
  });
}

template void resize_plain(const float*, int, const Sizes&, Filter, float*);
template void resize_plain(const unsigned char*, int, const Sizes&, Filter, unsigned char*);
template void resize_optimised(const float*, int, const Sizes&, Filter, float*);
template void resize_optimised(const unsigned char*, int, const Sizes&, Filter, unsigned char*);

} // namespace images
