// v2b: a group as large as the tile.
//
// Changed: v2's group has a work-item for each output, which copies several pixels; here it has one for each pixel of
// the tile. Each copies one pixel, and those of the rim have nothing to compute.
// Why: the load phase needs no loops. The price: work-items that wait for the others. Block 32x8, filter 7x7: 38*14 =
// 532 work-items for 256 outputs, 48 %.
//
//   o o o o o + + +    o: copies a pixel, and computes the output in whose window it is the first
//   o o o o o + + +    +: copies a pixel
//   + + + + + + + +
//
// NDRange   a group of (LX + filter_width - 1) x (LY + filter_height - 1) for each block of LX x LY outputs
// Local     (LX + filter_width - 1) * (LY + filter_height - 1) * CHANNELS * 4 bytes
// Needs     as v2, and groups that large
// Loads, stores   as v2
#ifndef LX
#define LX 32
#define LY 8
#endif
#include "border.clh"

// [kernel]
kernel void convolve(global const pixel* input, const int width, const int height, global const float* filter,
                     const int filter_width, const int filter_height, global pixel* output, local pixel* tile) {
  const int x0 = get_local_id(0), y0 = get_local_id(1), tile_width = get_local_size(0);
  const int x = get_group_id(0) * LX + x0, y = get_group_id(1) * LY + y0;

  // Load.
  tile[y0 * tile_width + x0] =
      read_pixel(input, width, height, width, x - BEFORE(filter_width), y - BEFORE(filter_height));
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_width = output_extent(width, filter_width);
  const int out_height = output_extent(height, filter_height);
  if (x0 >= LX || y0 >= LY || x >= out_width || y >= out_height)
    return;

  global pixel* sum = output + y * out_width + x;
  *sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i)
      *sum += filter[j * filter_width + i] * tile[(y0 + j) * tile_width + x0 + i];
}
// [/kernel]
