// v16: every idea that paid, each with a switch.
//
// Changed: v11 and v12 in one file, with v15's literals where the host gives WEIGHTS. `--tune`
// finds the best values for a filter and a device.
// Why: which one wins depends on both. A small filter reads the image directly; a large one is
// better off with the tile: its long straight line of code is then there once, not twice.
//
// TILE      1: a tile in local memory (v11); 0: straight from global memory (v12)
// WEIGHTS   the filter's elements (v15); not defined: the filter is an argument
//
// NDRange   ceil(width * CHANNELS / 4) x ceil(height / ROWS) of the output, rounded up to LX x LY
// Local     TILE=1: 4 * TILE_WIDTH * TILE_HEIGHT bytes, as below; TILE=0: none
// Needs     as v11
// Loads, stores   TILE=1: as v11, TILE=0: as v12; with WEIGHTS as v15
#ifndef LX
#define LX 16
#define LY 4
#endif
#ifndef ROWS
#define ROWS 4
#endif
#ifndef TILE
#define TILE 1
#endif
#include "border.clh"
// In floats: what a window holds left of the block, those of them that nobody needs, its width, and
// the width of the tile.
#define LEFT ((BEFORE(FILTER_W) * CHANNELS + 3) / 4 * 4)
#define SKIP (LEFT - BEFORE(FILTER_W) * CHANNELS)
#define WINDOW ((SKIP + 4 + (FILTER_W - 1) * CHANNELS + 3) / 4 * 4)
#define TILE_WIDTH ((LX - 1) * 4 + WINDOW)
#define TILE_HEIGHT (LY * ROWS + FILTER_H - 1)
// Tens of thousands of instructions are slow to build, and too many for an instruction cache.
#if ROWS * FILTER_H * FILTER_W * 4 <= 8192
#define UNROLL (ROWS + FILTER_H - 1)
#else
#define UNROLL 1
#endif
#ifdef WEIGHTS
constant float literals[FILTER_W * FILTER_H] = {WEIGHTS};
#endif

// Adds the products of the window's row r to the sums of the outputs that it belongs to.
void add_row(float4* sum, const float* window, constant float* filter, const int r) {
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (r - j >= 0 && r - j < FILTER_H)
#pragma unroll
      for (int i = 0; i < FILTER_W; ++i)
        sum[j] += filter[(r - j) * FILTER_W + i] * get4(window + SKIP + i * CHANNELS);
}

// Called with a constant for `inside`: the compiler makes two copies, one without any border.
void add_from_image(float4* sum, global const float* input, const int width, const int height,
                    const int pitch, constant float* filter, const int x, const int y,
                    const bool inside) {
  int from[WINDOW]; // where the window's floats are in their row
  if (!inside)
#pragma unroll
    for (int k = 0; k < WINDOW; ++k)
      from[k] = border_float(x + k, width);
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
    add_row(sum, window, filter, r);
  }
}

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
convolve(global const float* restrict input, const int width, const int height, const int pitch,
#ifndef WEIGHTS
         constant float* filter,
#endif
         global float* restrict output) {
#ifdef WEIGHTS
  constant float* filter = literals;
#endif
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = get_group_id(0) * LX * 4 - LEFT;
  const int top = get_group_id(1) * LY * ROWS - BEFORE(FILTER_H);
  float4 sum[ROWS];
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    sum[j] = 0.0f;

#if TILE
  local float4 tile[TILE_HEIGHT][TILE_WIDTH / 4];
  for (int n = y * LX + x; n < TILE_WIDTH / 4 * TILE_HEIGHT; n += LX * LY) {
    const int r = n / (TILE_WIDTH / 4), c = n - r * (TILE_WIDTH / 4);
    tile[r][c] = read_float4(input, width, height, pitch, left + c * 4, top + r);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  // Not before the barrier, which every work-item must reach.
  const int out_x = get_global_id(0) * 4, out_y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W) * CHANNELS;
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

#if TILE
#pragma unroll UNROLL
  for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
    float window[WINDOW];
#pragma unroll
    for (int k = 0; k < WINDOW / 4; ++k)
      put4(tile[y * ROWS + r][x + k], window + 4 * k);
    add_row(sum, window, filter, r);
  }
#else
  const bool inside =
      left >= 0 && left + TILE_WIDTH <= width * CHANNELS && top >= 0 && top + TILE_HEIGHT <= height;
  if (inside)
    add_from_image(sum, input, width, height, pitch * CHANNELS, filter, left + 4 * x,
                   top + ROWS * y, true);
  else
    add_from_image(sum, input, width, height, pitch * CHANNELS, filter, left + 4 * x,
                   top + ROWS * y, false);
#endif

#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (out_y + j < out_height)
      write_float4(output + (out_y + j) * out_width, out_width, out_x, sum[j]);
}
// [/kernel]
