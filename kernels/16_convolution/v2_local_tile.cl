// v2: the pixels come from a tile in local memory.
//
// Changed: the work-group first copies all pixels that it needs, block and halo, into local memory;
// then each work-item reads its neighbourhood there. The filter and the sum stay where v1 has them.
// Why: neighbours share nearly all their pixels. Block 32x8, filter 7x7: v1 loads 49 pixels for each
// output, here the group loads 38*14 for its 256 outputs, which is 2.1 for each.
//
//          tile: (LX + filter width - 1) x (LY + filter height - 1) pixels
//   +-----------------------+
//   | halo                  |   Load: work-item (x, y) copies pixels (x, y), (x + LX, y), ...,
//   |    +-------------+    |   (x, y + LY), ...: strided loops, whatever the size of the halo.
//   |    | LX x LY:    |    |   Barrier: nobody computes before everybody has loaded.
//   |    | one output  |    |   Compute: no border here, the tile has every pixel that is needed.
//   |    | each        |    |
//   |    +-------------+    |
//   +-----------------------+
//
// NDRange   the output's width x height, rounded up to the local size LX x LY
// Local     (LX + filter_width - 1) * (LY + filter_height - 1) * CHANNELS * 4 bytes
// Needs     as v1, and that much local memory
// Loads     for each group: the pixels of its tile that exist; for each output pixel: the filter's
//           elements; local: as many
// Stores    for each output pixel: filter elements + 1; local: the tile's pixels
#ifndef LX
#define LX 32
#define LY 8
#endif
#include "border.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
convolve(global const pixel* input, const int width, const int height, global const float* filter,
         const int filter_width, const int filter_height, global pixel* output, local pixel* tile) {
  const int tile_width = LX + filter_width - 1, tile_height = LY + filter_height - 1;

  // Load.
  const int left = get_group_id(0) * LX - BEFORE(filter_width);
  const int top = get_group_id(1) * LY - BEFORE(filter_height);
  for (int r = get_local_id(1); r < tile_height; r += LY)
    for (int c = get_local_id(0); c < tile_width; c += LX)
      tile[r * tile_width + c] = read_pixel(input, width, height, width, left + c, top + r);
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int x = get_global_id(0), y = get_global_id(1);
  const int out_width = output_extent(width, filter_width);
  const int out_height = output_extent(height, filter_height);
  if (x >= out_width || y >= out_height)
    return;

  const int x0 = get_local_id(0), y0 = get_local_id(1);
  global pixel* sum = output + y * out_width + x;
  *sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i)
      *sum += filter[j * filter_width + i] * tile[(y0 + j) * tile_width + x0 + i];
}
// [/kernel]
