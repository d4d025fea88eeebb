// c1: as wide as the vector unit of a CPU.
//
// Changed: v12's block is WIDTH floats wide (16: one AVX-512 register), and what lies under a
// column of the filter is loaded from where it lies, at any address. The filter is walked column by
// column: the weights of one are loaded once and used for all rows of the window.
// Why: a CPU's core has no lanes to share out among work-items, but registers of 8 or 16 floats:
// one work-item fills them. Its loads may start anywhere, while moving floats between the places of
// a vector register costs an instruction each time. And a column of weights fits into registers
// beside the sums, where all weights do not. A GPU likes none of this: its registers hold one
// float, and an unaligned vector load becomes single ones.
//
//   a row of the image       a b c d e f g h i j k l m n o p q r s t u v
//   column 0 of the filter   `-----------------------------'
//   column 1                   `-----------------------------'
//   column 2                     `-----------------------------'    each goes into ROWS sums
//
// NDRange   ceil(width * CHANNELS / WIDTH) x ceil(height / ROWS) of the output, rounded up to any
//           local size
// Local     none
// Needs     as v11, but any pitch >= width; WIDTH 4, 8 or 16
// Loads     for each work-item with an output: constant: the filter's elements, once; global:
//           (ROWS + FILTER_H - 1) * FILTER_W vectors where its window is inside the image, else the
//           floats of its window that exist
// Stores    output vectors; single floats in a vector that the end of the row cuts
#ifndef WIDTH
#define WIDTH 16
#endif
#ifndef ROWS
#define ROWS 8
#endif
#include "border.clh"
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define FLOATS PASTE(float, WIDTH) // float16
#define VLOAD PASTE(vload, WIDTH)
#define VSTORE PASTE(vstore, WIDTH)
#define WINDOW (WIDTH + (FILTER_W - 1) * CHANNELS)

// A vector at any address, stored at once: PoCL 3.1 makes four stores of a vstore16.
struct __attribute__((packed)) unaligned {
  FLOATS v;
};

// Called with a constant for `inside`, and inlined: two copies, one without any border.
__attribute__((always_inline)) void compute_block(global const float* input, const int width,
                                                  const int height, const int pitch,
                                                  constant float* filter, FLOATS* sum, const int x,
                                                  const int y, const bool inside) {
  float window[ROWS + FILTER_H - 1][WINDOW];
  if (!inside)
    for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
      const int row = border_index(y + r, height);
      for (int k = 0; k < WINDOW; ++k) {
        const int from = border_float(x + k, width);
        window[r][k] = row < 0 || from < 0 ? 0.0f : input[row * pitch + from];
      }
    }
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    sum[j] = 0.0f;
    // [block]
#pragma unroll 1
  for (int i = 0; i < FILTER_W; ++i) {
    float column[FILTER_H];
#pragma unroll
    for (int j = 0; j < FILTER_H; ++j)
      column[j] = filter[j * FILTER_W + i];
#pragma unroll
    for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
      const FLOATS v = inside ? VLOAD(0, input + (y + r) * pitch + x + i * CHANNELS)
                              : VLOAD(0, window[r] + i * CHANNELS);
#pragma unroll
      for (int j = 0; j < ROWS; ++j)
        if (r - j >= 0 && r - j < FILTER_H)
          sum[j] += column[r - j] * v;
    }
  }
  // [/block]
}

// [kernel]
kernel void convolve(global const float* restrict input, const int width, const int height,
                     const int pitch, constant float* filter, global float* restrict output) {
  const int out_x = get_global_id(0) * WIDTH, out_y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W) * CHANNELS;
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

  const int x = out_x - BEFORE(FILTER_W) * CHANNELS, y = out_y - BEFORE(FILTER_H);
  FLOATS sum[ROWS];
  if (x >= 0 && x + WINDOW <= width * CHANNELS && y >= 0 && y + ROWS + FILTER_H - 1 <= height)
    compute_block(input, width, height, pitch * CHANNELS, filter, sum, x, y, true);
  else
    compute_block(input, width, height, pitch * CHANNELS, filter, sum, x, y, false);

#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (out_y + j < out_height) {
      const int at = (out_y + j) * out_width + out_x;
      if (out_x + WIDTH <= out_width) {
        ((global struct unaligned*)(output + at))->v = sum[j];
      } else {
        float last[WIDTH];
        VSTORE(sum[j], 0, last);
        for (int k = 0; out_x + k < out_width; ++k)
          output[at + k] = last[k];
      }
    }
}
// [/kernel]
