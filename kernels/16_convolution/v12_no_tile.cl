// v12: no local memory: the window comes straight from global memory.
//
// Changed: the tile, its load phase and its barrier are gone. Each row of the window is loaded from
// the image.
// Why: since v11 a work-item loads little, in wide pieces, and its neighbours' loads find the same
// pixels in the first-level cache. Copying by hand what the cache keeps anyway costs instructions,
// a barrier, and work-groups that would fit on the compute unit.
//
//   Does the group's window lie inside the image?
//   yes: aligned float4 loads, and no test in the loop
//   no:  float by float, each from the place that the border rule gives
//   The question is asked for the whole group, so that no work-item waits while its neighbour goes
//   the other way.
//
// NDRange   ceil(width * CHANNELS / 4) x ceil(height / ROWS) of the output, rounded up to any local
//           size
// Local     none
// Needs     as v11
// Loads     for each work-item, constant: ROWS * FILTER_W * FILTER_H; global, in a group inside:
//           (ROWS + FILTER_H - 1) * WINDOW / 4; else the floats of its window that exist
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

// Called with a constant for `inside`, so that the compiler can make two copies, one without any
// border.
void compute_block(global const float* input, const int width, const int height, const int pitch,
                   constant float* filter, float4* sum, const int x, const int y,
                   const bool inside) {
  int from[WINDOW]; // where the window's floats are in their row
  if (!inside)
#pragma unroll
    for (int k = 0; k < WINDOW; ++k)
      from[k] = border_float(x + k, width);
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    sum[j] = 0.0f;
  // [rows]
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
  // [/rows]
}

// [kernel]
kernel void convolve(global const float* restrict input, const int width, const int height,
                     const int pitch, constant float* filter, global float* restrict output) {
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
    compute_block(input, width, height, pitch * CHANNELS, filter, sum, x, y, true);
  else
    compute_block(input, width, height, pitch * CHANNELS, filter, sum, x, y, false);

#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (out_y + j < out_height)
      write_float4(output + (out_y + j) * out_width, out_width, out_x, sum[j]);
}
// [/kernel]
