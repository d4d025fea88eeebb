// v15: the tile and the literals.
//
// Changed: v11 with v14's table of weights in the place of the argument `filter`.
// Why: v12 and v14 have the whole arithmetic twice, once for groups inside the image and once for
// those at its border, and a large filter written out is a long program. Here all groups take the
// same way: the border is settled while the tile is loaded.
//
// NDRange   as v11
// Local     as v11
// Needs     as v11; WEIGHTS, as v14
// Loads     tile and local as v11; constant: none where the loops are unrolled
// Stores    as v11
#ifndef LX
#define LX 32
#define LY 8
#endif
#ifndef ROWS
#define ROWS 4
#endif
#include "border.clh"
// In floats: what the tile holds left of the block, those of them that nobody needs, what a
// work-item needs of a row, and the width of the tile.
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

constant float filter[FILTER_W * FILTER_H] = {WEIGHTS};

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
convolve(global const float* input, const int width, const int height, const int pitch,
         global float* output) {
  local float4 tile[TILE_HEIGHT][TILE_WIDTH / 4];
  const int x = get_local_id(0), y = get_local_id(1);

  // Load.
  const int left = get_group_id(0) * LX * 4 - LEFT;
  const int top = get_group_id(1) * LY * ROWS - BEFORE(FILTER_H);
  for (int n = y * LX + x; n < TILE_WIDTH / 4 * TILE_HEIGHT; n += LX * LY) {
    const int r = n / (TILE_WIDTH / 4), c = n - r * (TILE_WIDTH / 4);
    tile[r][c] = read_float4(input, width, height, pitch, left + c * 4, top + r);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_x = get_global_id(0) * 4, out_y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W) * CHANNELS;
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

  float4 sum[ROWS];
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    sum[j] = 0.0f;
#pragma unroll UNROLL
  for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
    float window[WINDOW];
#pragma unroll
    for (int k = 0; k < WINDOW / 4; ++k)
      put4(tile[y * ROWS + r][x + k], window + 4 * k);
#pragma unroll
    for (int j = 0; j < ROWS; ++j)
      if (r - j >= 0 && r - j < FILTER_H)
#pragma unroll
        for (int i = 0; i < FILTER_W; ++i)
          sum[j] += filter[(r - j) * FILTER_W + i] * get4(window + SKIP + i * CHANNELS);
  }

  // Store.
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (out_y + j < out_height)
      write_float4(output + (out_y + j) * out_width, out_width, out_x, sum[j]);
}
// [/kernel]
