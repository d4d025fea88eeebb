// v8: the inner loop is unrolled.
//
// Changed: the filter's width is a build option, and the loop along a row of the filter carries
// `#pragma unroll`.
// Why: a loop costs a comparison, a jump and an addition for each multiply-add. Written out,
// offsets become constants in the instructions, and loads that do not depend on each other can
// overlap.
//
// NDRange   as v7
// Local     as v7
// Needs     as v7; FILTER_W is the filter's width: another one needs another build
// Loads, stores   as v7
#ifndef ALIGN
#define ALIGN 4
#endif
#include "border.clh"

// [kernel]
kernel void convolve(global const float* input, const int width, const int height, const int pitch,
                     constant float* filter, const int filter_height, global pixel* output,
                     local float4* tile) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int block_width = get_local_size(0), block_height = get_local_size(1);
  // The tile begins at the last multiple of ALIGN not after the first column that is needed.
  const int first = get_group_id(0) * block_width - BEFORE(FILTER_W);
  const int left = first & ~(ALIGN - 1);
  const int skip = first - left;
  const int tile_width = (skip + block_width + FILTER_W - 1 + 3) / 4 * 4;
  const int tile_height = block_height + filter_height - 1;

  // Load.
  const int top = get_group_id(1) * block_height - BEFORE(filter_height);
  const int in_row = tile_width * CHANNELS / 4; // float4s in a row of the tile
  for (int n = y * block_width + x; n < in_row * tile_height; n += block_width * block_height) {
    const int r = n / in_row, c = n - r * in_row;
    tile[n] = read_float4(input, width, height, pitch, left * CHANNELS + c * 4, top + r);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_x = get_global_id(0), out_y = get_global_id(1);
  const int out_width = output_extent(width, FILTER_W);
  const int out_height = output_extent(height, filter_height);
  if (out_x >= out_width || out_y >= out_height)
    return;

  local const pixel* pixels = (local const pixel*)tile;
  // [sum]
  pixel sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
#pragma unroll
    for (int i = 0; i < FILTER_W; ++i)
      sum += filter[j * FILTER_W + i] * pixels[(y + j) * tile_width + skip + x + i];
  // [/sum]
  output[out_y * out_width + out_x] = sum;
}
// [/kernel]
