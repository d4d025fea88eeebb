// v9: both loops are unrolled, and all shapes are known when the kernel is built.
//
// Changed: the filter's height and the work-group's size are build options too. The tile is an
// array of the kernel, no longer an argument.
// Why: the whole sum becomes one straight line of multiply-adds: no loop, no address arithmetic,
// every offset into the tile a constant.
//
// NDRange   the output's width x height, rounded up to the local size LX x LY
// Local     4 * TILE_WIDTH * TILE_HEIGHT bytes, as below
// Needs     FILTER_W, FILTER_H: the filter's size, 1x1 or larger; pitch >= width,
//           pitch*CHANNELS % 4 == 0; pitch*height*CHANNELS < 2^31; output must not be input
// Loads, stores   as v7, with ALIGN 4 (grey) or 1 (RGBA)
#ifndef LX
#define LX 32
#define LY 8
#endif
#include "border.clh"
// Floats of a row that the group needs; with up to 3 (grey) more to their left, in whole float4s.
#define NEEDED ((LX + FILTER_W - 1) * CHANNELS)
#define TILE_WIDTH ((4 - CHANNELS + NEEDED + 3) / 4 * 4)
#define TILE_HEIGHT (LY + FILTER_H - 1)
// Thousands of instructions are slow to build, and too many for an instruction cache.
#if FILTER_H * FILTER_W <= 1024
#define UNROLL FILTER_H
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
  const int top = get_group_id(1) * LY - BEFORE(FILTER_H);
  for (int n = y * LX + x; n < in_row * TILE_HEIGHT; n += LX * LY) {
    const int r = n / in_row, c = n - r * in_row;
    tile[r][c] = read_float4(input, width, height, pitch, left + c * 4, top + r);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_x = get_global_id(0), out_y = get_global_id(1);
  const int out_width = output_extent(width, FILTER_W);
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

  // [sum]
  pixel sum = 0.0f;
#pragma unroll UNROLL
  for (int j = 0; j < FILTER_H; ++j) {
    local const pixel* row = (local const pixel*)((local const float*)tile[y + j] + skip) + x;
#pragma unroll
    for (int i = 0; i < FILTER_W; ++i)
      sum += filter[j * FILTER_W + i] * row[i];
  }
  // [/sum]
  output[out_y * out_width + out_x] = sum;
}
// [/kernel]
