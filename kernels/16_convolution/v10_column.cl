// v10: each work-item computes ROWS outputs, one below the other.
//
// Changed: ROWS sums instead of one. The work-item walks down the tile, and what it reads from a
// row goes into every output that the row belongs to.
// Why: v9 waits for local memory: one load for each multiply-add. Here an item makes
// (ROWS + FILTER_H - 1) * FILTER_W of them for ROWS outputs, not ROWS * FILTER_H * FILTER_W.
// ROWS 4, filter 7x7: 17.5 loads for each output, not 49.
//
//   tile row   goes into output 0      output 1      output 2   ...
//   0          times filter row 0
//   1          times filter row 1      row 0
//   2          times filter row 2      row 1         row 0
//   r          output j gets filter row r - j, if the filter has such a row
//
// NDRange   width x ceil(height / ROWS) of the output, rounded up to the local size LX x LY
// Local     4 * TILE_WIDTH * TILE_HEIGHT bytes, as below
// Needs     as v9
// Loads     tile as v9; for each work-item: local (ROWS + FILTER_H - 1) * FILTER_W, constant
//           ROWS * FILTER_W * FILTER_H
// Stores    output pixels; local: the tile's float4s
#ifndef LX
#define LX 32
#define LY 8
#endif
#ifndef ROWS
#define ROWS 4
#endif
#include "border.clh"
// Floats of a row that the group needs; with up to 3 (grey) more to their left, in whole float4s.
#define NEEDED ((LX + FILTER_W - 1) * CHANNELS)
#define TILE_WIDTH ((4 - CHANNELS + NEEDED + 3) / 4 * 4)
#define TILE_HEIGHT (LY * ROWS + FILTER_H - 1)
// Tens of thousands of instructions are slow to build, and too many for an instruction cache.
#if ROWS * FILTER_H * FILTER_W * CHANNELS <= 1280
#define UNROLL (ROWS + FILTER_H - 1)
#else
#define UNROLL 1
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
convolve(global const float* input, const int width, const int height, const int pitch,
         constant float* filter, global pixel* output) {
  local float4 tile[TILE_HEIGHT][TILE_WIDTH / 4];
  const int x = get_local_id(0), y = get_local_id(1);

  // Load.
  // The tile begins at the last multiple of 4 floats not after the first one that is needed.
  const int first = (get_group_id(0) * LX - BEFORE(FILTER_W)) * CHANNELS;
  const int left = first & ~3;
  const int skip = first - left; // known to the compiler if LX * CHANNELS is a multiple of 4
  const int in_row = (skip + NEEDED + 3) / 4;
  const int top = get_group_id(1) * LY * ROWS - BEFORE(FILTER_H);
  for (int n = y * LX + x; n < in_row * TILE_HEIGHT; n += LX * LY) {
    const int r = n / in_row, c = n - r * in_row;
    tile[r][c] = read_float4(input, width, height, pitch, left + c * 4, top + r);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_x = get_global_id(0), out_y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W);
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

  pixel sum[ROWS];
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    sum[j] = 0.0f;
#pragma unroll UNROLL
  for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
    local const pixel* row =
        (local const pixel*)((local const float*)tile[y * ROWS + r] + skip) + x;
#pragma unroll
    for (int i = 0; i < FILTER_W; ++i) {
      const pixel p = row[i];
#pragma unroll
      for (int j = 0; j < ROWS; ++j)
        if (r - j >= 0 && r - j < FILTER_H)
          sum[j] += filter[(r - j) * FILTER_W + i] * p;
    }
  }

  // Store.
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (out_y + j < out_height)
      output[(out_y + j) * out_width + out_x] = sum[j];
}
// [/kernel]
