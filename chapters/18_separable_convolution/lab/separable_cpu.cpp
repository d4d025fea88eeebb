// Separable convolution on the host: what others would write, and a fast one to measure devices against.

#include "separable.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace separable {
namespace {

using harness::before;
using harness::border_index;

std::size_t row_floats(const harness::ImageF& image, int pixels) {
  return static_cast<std::size_t>(pixels) * static_cast<std::size_t>(image.channels);
}

int output_extent(int extent, std::size_t taps, Border border) {
  return border == Border::valid ? extent - static_cast<int>(taps) + 1 : extent;
}

} // namespace

// [plain]
void filter_plain(const harness::ImageF& image, const Setup& setup, std::span<float> output) {
  const int width = output_extent(image.width, setup.row.size(), setup.border);
  const int height = output_extent(image.height, setup.column.size(), setup.border);
  const int channels = image.channels,
            left = before(static_cast<int>(setup.row.size()), setup.border);
  const int top = before(static_cast<int>(setup.column.size()), setup.border);
  const std::size_t length = row_floats(image, width);
  std::vector<float> middle(length * static_cast<std::size_t>(image.height));
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c) {
        float sum = 0.0F;
        for (std::size_t i = 0; i < setup.row.size(); ++i) {
          const int from = border_index(x - left + static_cast<int>(i), image.width, setup.border);
          if (from >= 0)
            sum += setup.row[i] * image.pixels[row_floats(image, image.width) * y +
                                               static_cast<std::size_t>(from * channels + c)];
        }
        middle[length * y + static_cast<std::size_t>(x * channels + c)] = sum;
      }
  for (int y = 0; y < height; ++y)
    for (std::size_t k = 0; k < length; ++k) {
      float sum = 0.0F;
      for (std::size_t j = 0; j < setup.column.size(); ++j) {
        const int from = border_index(y - top + static_cast<int>(j), image.height, setup.border);
        if (from >= 0)
          sum += setup.column[j] * middle[length * static_cast<std::size_t>(from) + k];
      }
      output[length * y + k] = sum;
    }
}
// [/plain]

namespace {

// The vector extension of gcc and clang: 16 floats at a time, on whatever registers the processor has, at any address.
typedef float Vector __attribute__((vector_size(64), aligned(4), may_alias));
constexpr int lanes = 16;
constexpr int rows =
    4; // outputs of a column at a time: each input row that is loaded goes into four sums
constexpr int strip_rows = 32;

// The sums of `rows` lines below each other: `taps` weights over lines that start `pitch` floats apart.
__attribute__((always_inline)) inline void sum_down(const float* const* from,
                                                    const std::vector<float>& weights,
                                                    std::size_t k, float* line, std::size_t pitch) {
  Vector sum[rows] = {};
  const int taps = static_cast<int>(weights.size());
  const auto add = [&](int r, int first, int end) __attribute__((always_inline)) {
    const Vector v = *reinterpret_cast<const Vector*>(from[r] + k);
    for (int j = first; j < end; ++j)
      sum[j] += weights[static_cast<std::size_t>(r - j)] * v;
  };
  // The rows in the middle go into all sums; with constant bounds these stay in registers.
  if (taps >= rows) {
    for (int r = 0; r < rows - 1; ++r)
      add(r, 0, r + 1);
    for (int r = rows - 1; r < taps; ++r)
      add(r, 0, rows);
    for (int r = 1; r < rows; ++r)
      add(taps - 1 + r, r, rows);
  } else {
    for (int r = 0; r < taps + rows - 1; ++r)
      add(r, std::max(0, r - taps + 1), std::min(r + 1, rows));
  }
  for (int j = 0; j < rows; ++j)
    *reinterpret_cast<Vector*>(line + j * pitch + k) = sum[j];
}

__attribute__((always_inline)) inline void
sum_across(const float* line, const std::vector<float>& weights, int channels, float* to) {
  Vector sum = {};
  for (std::size_t i = 0; i < weights.size(); ++i)
    sum += weights[i] *
           *reinterpret_cast<const Vector*>(line + i * static_cast<std::size_t>(channels));
  *reinterpret_cast<Vector*>(to) = sum;
}

// `rows` output rows: vertical sums of whole lines with their borders, then horizontal ones.
struct Lines {
  std::vector<const float*> from; // the input rows with their borders
  const Setup* setup;
  std::size_t needed, length,
      pitch; // floats of an input row, of an output row; between rows of `line`
  int channels;
  float* line;
  float* out; // `rows` rows, `pitch` floats apart
};

__attribute__((always_inline)) inline void filter_lines(const Lines& l) {
  for (std::size_t k = 0; k < l.needed; k += lanes)
    sum_down(l.from.data(), l.setup->column, k, l.line, l.pitch);
  for (int j = 0; j < rows; ++j)
    for (std::size_t k = 0; k < l.length; k += lanes)
      sum_across(l.line + j * l.pitch + k, l.setup->row, l.channels, l.out + j * l.pitch + k);
}

#ifdef __x86_64__
__attribute__((target("avx512f"))) void filter_lines_avx512(const Lines& l) {
  filter_lines(l);
}
__attribute__((target("avx2,fma"))) void filter_lines_avx2(const Lines& l) {
  filter_lines(l);
}
#endif
void filter_lines_baseline(const Lines& l) {
  filter_lines(l);
}

// `needed` floats of row y, from `left` pixels before its first on; zeros where y < 0: no such row.
void copy_with_borders(const harness::ImageF& image, int y, int left, Border border,
                       std::size_t needed, float* to) {
  std::fill_n(to, needed, 0.0F);
  if (y < 0)
    return;
  const int channels = image.channels, pixels = static_cast<int>(needed) / channels;
  const float* const row =
      image.pixels.data() + row_floats(image, image.width) * static_cast<std::size_t>(y);
  const auto copy_one = [&](int k) {
    const int x = border_index(k - left, image.width, border);
    if (x >= 0)
      std::copy_n(row + x * channels, channels, to + k * channels);
  };
  const int inside = std::min(image.width, pixels - left);
  for (int k = 0; k < left; ++k)
    copy_one(k);
  std::copy_n(row, inside * channels, to + left * channels);
  for (int k = left + inside; k < pixels; ++k)
    copy_one(k);
}

using LinesFunction = void (*)(const Lines&);

LinesFunction best_lines_function() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f"))
    return filter_lines_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return filter_lines_avx2;
#endif
  return filter_lines_baseline;
}

} // namespace

// [strips]
void filter_in_strips(const harness::ImageF& image, const Setup& setup, std::span<float> output,
                      unsigned threads) {
  static const LinesFunction lines_function = best_lines_function();
  const int width = output_extent(image.width, setup.row.size(), setup.border);
  const int height = output_extent(image.height, setup.column.size(), setup.border);
  const int taps_down = static_cast<int>(setup.column.size());
  const std::size_t needed = row_floats(image, width + static_cast<int>(setup.row.size()) - 1);
  const std::size_t pitch = (needed + lanes - 1) / lanes * lanes + lanes;
  std::atomic<int> next{0};
  const auto work = [&] {
    std::vector<float> input(pitch * static_cast<std::size_t>(strip_rows + taps_down - 1 + rows));
    std::vector<float> line(pitch * rows), out(pitch * rows);
    for (int top = strip_rows * next++; top < height; top = strip_rows * next++) {
      // The strip's rows with their borders: whatever a filter reaches is then a pixel in memory.
      const int count = std::min(strip_rows, height - top) + taps_down - 1;
      for (int r = 0; r < count; ++r) {
        const int y =
            border_index(top + r - before(taps_down, setup.border), image.height, setup.border);
        copy_with_borders(image, y, before(static_cast<int>(setup.row.size()), setup.border),
                          setup.border, needed, input.data() + pitch * static_cast<std::size_t>(r));
      }
      for (int y = 0; y < std::min(strip_rows, height - top); y += rows) {
        Lines lines{{},    &setup,         needed,      row_floats(image, width),
                    pitch, image.channels, line.data(), out.data()};
        for (int r = 0; r < taps_down + rows - 1; ++r)
          lines.from.push_back(input.data() + pitch * static_cast<std::size_t>(y + r));
        lines_function(lines);
        for (int j = 0; j < rows && top + y + j < height; ++j)
          std::copy_n(out.data() + pitch * j, lines.length,
                      output.data() + lines.length * static_cast<std::size_t>(top + y + j));
      }
    }
  };
  std::vector<std::thread> helpers;
  for (unsigned t = 1; t < threads; ++t)
    helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers)
    helper.join();
}
// [/strips]

} // namespace separable
