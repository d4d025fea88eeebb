// Convolution on the host: the reference, the plain loops, and a fast one to measure devices
// against.

#include "convolution.hpp"
#include "harness/lab/cores.hpp"
#include "harness/lab/float_image.hpp"

#include <algorithm>

namespace convolution {
namespace {

std::size_t row_length(const harness::ImageF& image) {
  return static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels);
}

// The row that the filter sees at height y, with its border left and right: the pixels for places
// -before ... output width - 1 + what the filter reaches to the right. Zeros where the border is.
template <typename Value>
void bordered_row(const harness::ImageF& image, const Setup& setup, int y, Value* row) {
  const int from = -before(setup.filter.width, setup.border);
  const int count = output_width(image, setup) + setup.filter.width - 1;
  const int source_y = border_index(y, image.height, setup.border);
  for (int k = 0; k < count; ++k) {
    const int source_x = border_index(from + k, image.width, setup.border);
    for (int c = 0; c < image.channels; ++c)
      *row++ = source_x < 0 || source_y < 0
                   ? Value{0}
                   : Value{image.pixels[source_y * row_length(image) +
                                        static_cast<std::size_t>(source_x * image.channels + c)]};
  }
}

} // namespace

int output_width(const harness::ImageF& image, const Setup& setup) {
  return setup.border == Border::valid ? image.width - setup.filter.width + 1 : image.width;
}

int output_height(const harness::ImageF& image, const Setup& setup) {
  return setup.border == Border::valid ? image.height - setup.filter.height + 1 : image.height;
}

// [reference]
std::vector<double> convolve_in_double(const harness::ImageF& image, const Setup& setup) {
  const Filter& filter = setup.filter;
  const int channels = image.channels;
  const int row_values = output_width(image, setup) * channels;
  const int height = output_height(image, setup);
  std::vector<double> output(static_cast<std::size_t>(row_values) * height, 0.0);
  harness::on_all_cores(height, [&](int y) {
    std::vector<double> row(static_cast<std::size_t>(row_values + (filter.width - 1) * channels));
    double* out = output.data() + static_cast<std::size_t>(y) * row_values;
    for (int j = 0; j < filter.height; ++j) {
      bordered_row(image, setup, y + j - before(filter.height, setup.border), row.data());
      for (int i = 0; i < filter.width; ++i) {
        const double weight = filter.weights[static_cast<std::size_t>(j) * filter.width + i];
        for (int k = 0; k < row_values; ++k)
          out[k] += weight * row[static_cast<std::size_t>(k + i * channels)];
      }
    }
  });
  return output;
}
// [/reference]

// [plain]
void convolve_plain(const harness::ImageF& image, const Setup& setup, std::span<float> output) {
  const auto& [filter, border] = setup;
  const int width = output_width(image, setup);
  const int height = output_height(image, setup);
  float* out = output.data();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < image.channels; ++c) {
        float sum = 0.0F;
        for (int j = 0; j < filter.height; ++j) {
          const int row = border_index(y + j - before(filter.height, border), image.height, border);
          for (int i = 0; i < filter.width; ++i) {
            const int column =
                border_index(x + i - before(filter.width, border), image.width, border);
            if (row >= 0 && column >= 0)
              sum += filter.weights[static_cast<std::size_t>(j) * filter.width + i] *
                     image.pixels[row * row_length(image) +
                                  static_cast<std::size_t>(column * image.channels + c)];
          }
        }
        *out++ = sum;
      }
}
// [/plain]

namespace {

// A block of outputs stays in registers while the filter runs over it: each weight is then used for
// rows * 2 vectors. A strip of rows with its border is made at a time, which fits a second-level
// cache.
constexpr int rows = 4;
constexpr int strip_rows = 16;

// The vector extension of gcc and clang: 16 floats at a time, on whatever registers the processor
// has. (No `auto*` for it: deduction forgets that it need not be aligned.)
typedef float Vector __attribute__((vector_size(64), aligned(4), may_alias));
constexpr int lanes = 16;
constexpr int columns = 2 * lanes;

struct Block {
  const float* input; // where the filter's first weight lies for the first output
  std::size_t pitch;
  float* output; // rows x columns
  std::size_t output_pitch;
};

__attribute__((always_inline)) inline void convolve_block(const Block& block, const Filter& filter,
                                                          int channels) {
  Vector sum[rows][2] = {};
  for (int j = 0; j < filter.height; ++j)
    for (int i = 0; i < filter.width; ++i) {
      const float weight = filter.weights[static_cast<std::size_t>(j) * filter.width + i];
      const float* from = block.input + static_cast<std::size_t>(j) * block.pitch +
                          static_cast<std::size_t>(i * channels);
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) {
        const Vector* in = reinterpret_cast<const Vector*>(from + r * block.pitch);
        sum[r][0] += weight * in[0];
        sum[r][1] += weight * in[1];
      }
    }
  for (int r = 0; r < rows; ++r) {
    Vector* out = reinterpret_cast<Vector*>(block.output + r * block.output_pitch);
    out[0] = sum[r][0];
    out[1] = sum[r][1];
  }
}

} // namespace

void convolve_optimised(const harness::ImageF& image, const Setup& setup, std::span<float> output) {
  static const auto block_function = harness::for_this_processor<convolve_block>();
  const Filter& filter = setup.filter;
  const int height = output_height(image, setup);
  const int row_values = output_width(image, setup) * image.channels;
  // Room for whole blocks: their surplus is computed from zeros and dropped.
  const std::size_t pitch = static_cast<std::size_t>(
      (row_values + columns - 1) / columns * columns + (filter.width - 1) * image.channels);
  harness::on_all_cores((height + strip_rows - 1) / strip_rows, [&](int strip) {
    const int top = strip * strip_rows;
    const int strip_height = std::min(strip_rows, height - top);
    std::vector<float> input(pitch * static_cast<std::size_t>(strip_rows + filter.height - 1));
    for (int r = 0; r < strip_height + filter.height - 1; ++r)
      bordered_row(image, setup, top + r - before(filter.height, setup.border),
                   input.data() + r * pitch);
    for (int y = 0; y < strip_height; y += rows)
      for (int x = 0; x < row_values; x += columns) {
        float edge[rows * columns];
        float* to = output.data() + static_cast<std::size_t>(top + y) * row_values + x;
        const int valid_rows = std::min(rows, strip_height - y);
        const int valid_columns = std::min(columns, row_values - x);
        const bool whole = valid_rows == rows && valid_columns == columns;
        block_function({input.data() + y * pitch + x, pitch, whole ? to : edge,
                        whole ? static_cast<std::size_t>(row_values) : columns},
                       filter, image.channels);
        for (int r = 0; r < (whole ? 0 : valid_rows); ++r)
          std::copy_n(edge + r * columns, valid_columns,
                      to + static_cast<std::size_t>(r) * row_values);
      }
  });
}

} // namespace convolution
