// v5: v2's tile, v3's sum and v4's filter; all sizes are known at run time only.
//
// Changed: the three ideas together. The work-group's shape is no build option any more: the kernel
// asks for it, and the host gives the tile's bytes as an argument. One build serves every filter
// and every work-group.
// Why: v1 to v4 were limited by global memory, each by another part of it. Now a group loads each
// of its pixels once, and all the rest happens on the compute unit.
//
// NDRange   the output's width x height, rounded up to any local size LX x LY
// Local     (LX + filter_width - 1) * (LY + filter_height - 1) * CHANNELS * 4 bytes
// Needs     as v4, and that much local memory
// Loads     for each group: the pixels of its tile that exist; for each work-item: local and
//           constant, the filter's elements
// Stores    output pixels; local: the tile's pixels
#include "border.clh"

// [kernel]
kernel void convolve(global const pixel* input, const int width, const int height,
                     constant float* filter, const int filter_width, const int filter_height,
                     global pixel* output, local pixel* tile) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int block_width = get_local_size(0), block_height = get_local_size(1);
  const int tile_width = block_width + filter_width - 1;
  const int tile_height = block_height + filter_height - 1;

  // Load.
  const int left = get_group_id(0) * block_width - BEFORE(filter_width);
  const int top = get_group_id(1) * block_height - BEFORE(filter_height);
  for (int r = y; r < tile_height; r += block_height)
    for (int c = x; c < tile_width; c += block_width)
      tile[r * tile_width + c] = read_pixel(input, width, height, width, left + c, top + r);
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_x = get_global_id(0), out_y = get_global_id(1);
  const int out_width = output_extent(width, filter_width);
  const int out_height = output_extent(height, filter_height);
  if (out_x >= out_width || out_y >= out_height)
    return;

  pixel sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += filter[j * filter_width + i] * tile[(y + j) * tile_width + x + i];
  output[out_y * out_width + out_x] = sum;
}
// [/kernel]
