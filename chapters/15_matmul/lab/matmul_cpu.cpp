// Matrix multiplication on the host: the reference, the plain loops, and a fast one to measure
// devices against.

#include "harness/lab/cores.hpp"
#include "harness/ladder/launches.hpp"
#include "matmul.hpp"

#include <algorithm>
#include <cstring>

namespace matmul {

std::vector<double> multiply_in_double(std::span<const float> a, std::span<const float> b,
                                       Shape shape) {
  const auto [m, n, k] = shape;
  std::vector<double> c(static_cast<std::size_t>(m) * n, 0.0);
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p) {
      const double factor = a[static_cast<std::size_t>(i) * k + p];
      for (int j = 0; j < n; ++j)
        c[static_cast<std::size_t>(i) * n + j] += factor * b[static_cast<std::size_t>(p) * n + j];
    }
  return c;
}

// [plain]
void multiply_plain(std::span<const float> a, std::span<const float> b, std::span<float> c,
                    Shape shape) {
  const auto [m, n, k] = shape;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0.0F;
      for (int p = 0; p < k; ++p)
        sum += a[static_cast<std::size_t>(i) * k + p] * b[static_cast<std::size_t>(p) * n + j];
      c[static_cast<std::size_t>(i) * n + j] = sum;
    }
}
// [/plain]

namespace {

// A block of C of rows x columns stays in registers while k runs over a block of depth_block: each
// loaded element of A and B is then used many times. The panel of B (depth_block x columns) stays
// in the first-level cache.
constexpr int rows = 6;
constexpr int columns = 32;
constexpr int depth_block = 256;
constexpr int row_block = 96;

// The vector extension of gcc and clang: 16 floats at a time, on whatever registers the processor has. Memory is reached
// through memcpy, which becomes one unaligned vector move: rows of C may begin at any address.
typedef float Vector __attribute__((vector_size(64)));
constexpr int lanes = 16;

struct Panel {
  const float* a; // first row of the block, first column of the depth block
  const float* b; // packed: depth rows of `columns` floats
  float* c;
  std::size_t a_pitch;
  std::size_t c_pitch;
  int depth;
};

__attribute__((always_inline)) inline void multiply_block(const Panel& panel) {
  Vector sum[rows][columns / lanes] = {};
  Vector b[columns / lanes];
  for (int p = 0; p < panel.depth; ++p) {
    std::memcpy(b, panel.b + static_cast<std::size_t>(p) * columns, sizeof b);
#pragma GCC unroll 6
    for (int i = 0; i < rows; ++i) {
      const float factor = panel.a[static_cast<std::size_t>(i) * panel.a_pitch + p];
      sum[i][0] += factor * b[0];
      sum[i][1] += factor * b[1];
    }
  }
  for (int i = 0; i < rows; ++i) {
    float* c = panel.c + static_cast<std::size_t>(i) * panel.c_pitch;
    std::memcpy(b, c, sizeof b);
    b[0] += sum[i][0];
    b[1] += sum[i][1];
    std::memcpy(c, b, sizeof b);
  }
}

} // namespace

void multiply_optimised(std::span<const float> a, std::span<const float> b, std::span<float> c,
                        Shape shape) {
  // Not `const auto [m, n, k]`: lambdas of C++20 capture variables, and clang 14 says that those are none.
  const int m = shape.m;
  const int n = shape.n;
  const int k = shape.k;
  static const auto block_function = harness::for_this_processor<multiply_block>();
  const int panels = harness::ceil_div(n, columns);
  std::vector<float> packed(static_cast<std::size_t>(panels) * columns * depth_block);
  std::fill(c.begin(), c.end(), 0.0F);

  for (int p0 = 0; p0 < k; p0 += depth_block) {
    const int depth = std::min(depth_block, k - p0);
    harness::on_all_cores(panels, [&](int panel) {
      float* to = packed.data() + static_cast<std::size_t>(panel) * columns * depth_block;
      const int valid = std::min(columns, n - panel * columns);
      for (int p = 0; p < depth; ++p, to += columns) {
        const float* from = b.data() + static_cast<std::size_t>(p0 + p) * n + panel * columns;
        std::copy_n(from, valid, to);
        std::fill(to + valid, to + columns, 0.0F);
      }
    });
    harness::on_all_cores(harness::ceil_div(m, row_block), [&](int block) {
      const int last_row = std::min(m, (block + 1) * row_block);
      float edge_a[rows * depth_block];
      float edge_c[rows * columns];
      for (int panel = 0; panel < panels; ++panel)
        for (int i0 = block * row_block; i0 < last_row; i0 += rows) {
          const int valid_rows = std::min(rows, last_row - i0);
          const int valid_columns = std::min(columns, n - panel * columns);
          Panel work{a.data() + static_cast<std::size_t>(i0) * k + p0,
                     packed.data() + static_cast<std::size_t>(panel) * columns * depth_block,
                     c.data() + static_cast<std::size_t>(i0) * n + panel * columns,
                     static_cast<std::size_t>(k),
                     static_cast<std::size_t>(n),
                     depth};
          if (valid_rows == rows && valid_columns == columns) {
            block_function(work);
            continue;
          }
          // At the edges the same full block runs on copies, padded with zeros; the valid part of
          // the result is added.
          std::fill(std::begin(edge_c), std::end(edge_c), 0.0F);
          for (int i = 0; i < rows; ++i)
            for (int p = 0; p < depth; ++p)
              edge_a[i * depth_block + p] =
                  i < valid_rows ? work.a[static_cast<std::size_t>(i) * work.a_pitch + p] : 0.0F;
          const Panel padded{edge_a, work.b, edge_c, depth_block, columns, depth};
          block_function(padded);
          for (int i = 0; i < valid_rows; ++i)
            for (int j = 0; j < valid_columns; ++j)
              work.c[static_cast<std::size_t>(i) * work.c_pitch + j] += edge_c[i * columns + j];
        }
    });
  }
}

} // namespace matmul
