// v14: the filter is part of the program.
//
// Changed: the host writes the filter's elements into the build options, as numbers. The kernel has
// a table of them instead of an argument. The rest is v12.
// Why: a multiply-add can carry a number inside the instruction. Then the filter needs no loads,
// and no registers either. The price: a build for every new filter, and a long option for a large
// one.
//
//   -DWEIGHTS=0x1.99999ap-4f,0x1p-2f,...
//   FILTER_W * FILTER_H numbers, row by row, without blanks; hexadecimal, so that no digit is lost
//
// NDRange   ceil(width * CHANNELS / 4) x ceil(height / ROWS) of the output, rounded up to any local
//           size
// Local     none
// Needs     as v11; WEIGHTS
// Loads     global as v12; constant: none where the loops are unrolled
// Stores    output float4s
#ifndef ROWS
#define ROWS 4
#endif
#include "border.clh"
// In floats: what the window holds left of the block, those of them that nobody needs, and its
// width.
#define LEFT ((BEFORE(FILTER_W) * CHANNELS + 3) / 4 * 4)
#define SKIP (LEFT - BEFORE(FILTER_W) * CHANNELS)
#define WINDOW ((SKIP + 4 + (FILTER_W - 1) * CHANNELS + 3) / 4 * 4)
// Tens of thousands of instructions are slow to build, and too many for an instruction cache.
#if ROWS * FILTER_H * FILTER_W * 4 <= 8192
#define UNROLL (ROWS + FILTER_H - 1)
#else
#define UNROLL 1
#endif

// [table]
constant float filter[FILTER_W * FILTER_H] = {WEIGHTS};
// [/table]

// Called with a constant for `inside`, so that the compiler can make two copies, one without any
// border.
void compute_block(global const float* input, const int width, const int height, const int pitch,
                   float4* sum, const int x, const int y, const bool inside) {
  int from[WINDOW]; // where the window's floats are in their row
  if (!inside)
#pragma unroll
    for (int k = 0; k < WINDOW; ++k)
      from[k] = border_float(x + k, width);
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    sum[j] = 0.0f;
#pragma unroll UNROLL
  for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
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
#pragma unroll
    for (int j = 0; j < ROWS; ++j)
      if (r - j >= 0 && r - j < FILTER_H)
#pragma unroll
        for (int i = 0; i < FILTER_W; ++i)
          sum[j] += filter[(r - j) * FILTER_W + i] * get4(window + SKIP + i * CHANNELS);
  }
}

// [kernel]
kernel void convolve(global const float* restrict input, const int width, const int height,
                     const int pitch, global float* restrict output) {
  const int out_x = get_global_id(0) * 4, out_y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W) * CHANNELS;
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

  // The window of the whole work-group.
  const int left = get_group_id(0) * get_local_size(0) * 4 - LEFT;
  const int top = get_group_id(1) * get_local_size(1) * ROWS - BEFORE(FILTER_H);
  const int right = left + (get_local_size(0) - 1) * 4 + WINDOW;
  const int bottom = top + get_local_size(1) * ROWS + FILTER_H - 1;
  // The window of this work-item.
  const int x = left + get_local_id(0) * 4, y = top + get_local_id(1) * ROWS;

  float4 sum[ROWS];
  if (left >= 0 && top >= 0 && right <= width * CHANNELS && bottom <= height)
    compute_block(input, width, height, pitch * CHANNELS, sum, x, y, true);
  else
    compute_block(input, width, height, pitch * CHANNELS, sum, x, y, false);

#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (out_y + j < out_height)
      write_float4(output + (out_y + j) * out_width, out_width, out_x, sum[j]);
}
// [/kernel]
