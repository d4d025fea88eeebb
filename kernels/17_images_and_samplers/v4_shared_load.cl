// v4: the tile is loaded by all.
//
// Changed: every work-item of the group reads some pixels of the tile: number n, n + LX * LY, ...
// Why: nobody waits for one. Any tile and any group fit together: the loop strides.
//
// NDRange   the output's width x height, rounded up to LX x LY
// Local     (LX + filter_width - 1) * (LY + filter_height - 1) * CHANNELS * 4 bytes
// Needs     as v1, and that much local memory
// Reads     of the image, for each group: the pixels of its tile
// Loads     constant and local: for each output the filter's elements
// Stores    outputs; local: for each group the pixels of its tile
#ifndef LX
#define LX 16
#define LY 16
#endif
#include "sampling.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
convolve(read_only image2d_t image, constant float* filter, const int filter_width,
         const int filter_height, global pixel* output, local pixel* tile) {
  const int tile_width = LX + filter_width - 1, tile_height = LY + filter_height - 1;
  const int left = get_group_id(0) * LX - BEFORE(filter_width);
  const int top = get_group_id(1) * LY - BEFORE(filter_height);
  // [load]
  for (int n = get_local_id(1) * LX + get_local_id(0); n < tile_width * tile_height; n += LX * LY)
    tile[n] = sample(image, left + n % tile_width, top + n / tile_width);
  // [/load]
  barrier(CLK_LOCAL_MEM_FENCE);

  const int x = get_global_id(0), y = get_global_id(1);
  const int out_width = output_extent(get_image_width(image), filter_width);
  const int out_height = output_extent(get_image_height(image), filter_height);
  if (x >= out_width || y >= out_height)
    return;
  const int x0 = get_local_id(0), y0 = get_local_id(1);
  pixel sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += filter[j * filter_width + i] * tile[(y0 + j) * tile_width + x0 + i];
  output[y * out_width + x] = sum;
}
// [/kernel]
