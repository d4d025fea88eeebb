// v7: the tile is loaded four floats at a time.
//
// Changed: the load phase only. The work-items are counted off in one line; number n loads the n-th
// float4 of the tile, then the one LX*LY further on, until the tile is full.
// Why: a quarter of the load instructions, 16 bytes each. Aligned rows (v6) make that possible.
//
//   grey: a float4 is 4 pixels                RGBA: a float4 is one pixel
//   | 0 1 2 3 | 4 5 6 7 |  ...   |
//     item 0    item 1             the tile's width is rounded up to whole float4s
//
// NDRange   the output's width x height, rounded up to any local size LX x LY
// Local     as v6, with the width rounded up to a multiple of 4
// Needs     as v6; ALIGN a multiple of 4
// Loads     for each group: the tile's float4s that lie inside a row of the image; instead of one
//           that does not, its floats that exist; for each work-item: local and constant, the
//           filter's elements
// Stores    output pixels; local: the tile's float4s
#ifndef ALIGN
#define ALIGN 4
#endif
#include "border.clh"

// [kernel]
kernel void convolve(global const float* input, const int width, const int height, const int pitch,
                     constant float* filter, const int filter_width, const int filter_height,
                     global pixel* output, local float4* tile) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int block_width = get_local_size(0), block_height = get_local_size(1);
  // The tile begins at the last multiple of ALIGN not after the first column that is needed.
  const int first = get_group_id(0) * block_width - BEFORE(filter_width);
  const int left = first & ~(ALIGN - 1);
  const int skip = first - left;
  const int tile_width = (skip + block_width + filter_width - 1 + 3) / 4 * 4;
  const int tile_height = block_height + filter_height - 1;

  // Load.
  const int top = get_group_id(1) * block_height - BEFORE(filter_height);
  // [load]
  const int in_row = tile_width * CHANNELS / 4; // float4s in a row of the tile
  for (int n = y * block_width + x; n < in_row * tile_height; n += block_width * block_height) {
    const int r = n / in_row, c = n - r * in_row;
    tile[n] = read_float4(input, width, height, pitch, left * CHANNELS + c * 4, top + r);
  }
  // [/load]
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_x = get_global_id(0), out_y = get_global_id(1);
  const int out_width = output_extent(width, filter_width);
  const int out_height = output_extent(height, filter_height);
  if (out_x >= out_width || out_y >= out_height)
    return;

  local const pixel* pixels = (local const pixel*)tile;
  pixel sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += filter[j * filter_width + i] * pixels[(y + j) * tile_width + skip + x + i];
  output[out_y * out_width + out_x] = sum;
}
// [/kernel]
