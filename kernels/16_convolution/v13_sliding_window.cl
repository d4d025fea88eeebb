// v13: a window that slides down the image.
//
// Changed: a work-item computes a strip of STRIP rows, as many as you like. It keeps FILTER_H sums:
// those of the outputs that the current input row belongs to. After each row the topmost is
// complete and is written, and all move up by one.
// Why: v12 loads FILTER_H - 1 rows more than it has outputs, for every ROWS outputs, and a larger
// ROWS costs registers and code. Here these rows come once for a strip, and the code is for one
// row.
// The price: the first and the last FILTER_H - 1 rows of a strip are also multiplied for outputs
// outside of it.
//
//   input row r of the strip:
//     sum[0] += filter's last row * row,  sum[1] += last but one * row, ...
//     sum[0] is complete: output row r - (FILTER_H - 1)
//     sum[0] = sum[1], sum[1] = sum[2], ..., the last one = 0
//
// NDRange   ceil(width * CHANNELS / 4) x ceil(height / STRIP) of the output, rounded up to any
//           local size
// Local     none
// Needs     as v11
// Loads     for each work-item with R outputs in its strip: constant (R + FILTER_H - 1) * FILTER_W
//           * FILTER_H; global, in a group inside: (R + FILTER_H - 1) * WINDOW / 4; else the floats
//           of its window that exist
// Stores    output float4s
#ifndef STRIP
#define STRIP 32
#endif
#include "border.clh"
// In floats: what the window holds left of the block, those of them that nobody needs, and its
// width.
#define LEFT ((BEFORE(FILTER_W) * CHANNELS + 3) / 4 * 4)
#define SKIP (LEFT - BEFORE(FILTER_W) * CHANNELS)
#define WINDOW ((SKIP + 4 + (FILTER_W - 1) * CHANNELS + 3) / 4 * 4)
// Tens of thousands of instructions are slow to build, and so many sums do not fit the registers.
#if FILTER_H * FILTER_W * 4 <= 8192
#define UNROLL FILTER_H
#else
#define UNROLL 1
#endif

// Called with a constant for `inside`, so that the compiler can make two copies, one without any
// border.
void compute_strip(global const float* input, const int width, const int height, const int pitch,
                   constant float* filter, global float* output, const int out_width,
                   const int out_x, const int rows, const int x, const int y, const bool inside) {
  int from[WINDOW]; // where the window's floats are in their row
  if (!inside)
#pragma unroll
    for (int k = 0; k < WINDOW; ++k)
      from[k] = border_float(x + k, width);
  float4 sum[FILTER_H];
#pragma unroll UNROLL
  for (int j = 0; j < FILTER_H; ++j)
    sum[j] = 0.0f;
#pragma unroll 1
  for (int r = 0; r < rows + FILTER_H - 1; ++r) {
    const int row = inside ? y + r : border_index(y + r, height);
    float window[WINDOW];
    if (inside)
#pragma unroll
      for (int k = 0; k < WINDOW / 4; ++k)
        put4(*(global const float4*)(input + row * pitch + x + 4 * k), window + 4 * k);
    else
#pragma unroll
      for (int k = 0; k < WINDOW; ++k)
        window[k] = row < 0 || from[k] < 0 ? 0.0f : input[row * pitch + from[k]];
    // [row]
#pragma unroll UNROLL
    for (int j = 0; j < FILTER_H; ++j)
#pragma unroll
      for (int i = 0; i < FILTER_W; ++i)
        sum[j] += filter[(FILTER_H - 1 - j) * FILTER_W + i] * get4(window + SKIP + i * CHANNELS);
    if (r >= FILTER_H - 1)
      write_float4(output + (r - (FILTER_H - 1)) * out_width, out_width, out_x, sum[0]);
#pragma unroll UNROLL
    for (int j = 0; j < FILTER_H - 1; ++j)
      sum[j] = sum[j + 1];
    sum[FILTER_H - 1] = 0.0f;
    // [/row]
  }
}

// [kernel]
kernel void convolve(global const float* restrict input, const int width, const int height,
                     const int pitch, constant float* filter, global float* restrict output) {
  // The window of the whole work-group.
  const int left = get_group_id(0) * get_local_size(0) * 4 - LEFT;
  const int top = get_group_id(1) * get_local_size(1) * STRIP - BEFORE(FILTER_H);
  const int right = left + (get_local_size(0) - 1) * 4 + WINDOW;
  const int bottom = top + get_local_size(1) * STRIP + FILTER_H - 1;
  // The window of this work-item.
  const int x = left + get_local_id(0) * 4, y = top + get_local_id(1) * STRIP;

  const int out_x = get_global_id(0) * 4, out_y = get_global_id(1) * STRIP;
  const int out_width = output_extent(width, FILTER_W) * CHANNELS;
  const int rows = min(STRIP, output_extent(height, FILTER_H) - out_y);
  if (out_x >= out_width || rows <= 0)
    return;
  output += out_y * out_width;
  if (left >= 0 && top >= 0 && right <= width * CHANNELS && bottom <= height)
    compute_strip(input, width, height, pitch * CHANNELS, filter, output, out_width, out_x, rows, x,
                  y, true);
  else
    compute_strip(input, width, height, pitch * CHANNELS, filter, output, out_width, out_x, rows, x,
                  y, false);
}
// [/kernel]
