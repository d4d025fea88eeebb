// v6: every row of the image, and every row of a tile, starts at an aligned address.
//
// Changed: the host writes the image into rows of `pitch` pixels, a multiple of ALIGN, with
// clEnqueueWriteBufferRect. The tile begins at a multiple of ALIGN pixels: up to ALIGN - 1 pixels
// further to the left than the filter reaches.
// Why: memory is fetched in whole aligned segments (32 to 128 bytes). A row that starts in the
// middle of one costs a segment more. Newer GPUs hide much of that in their caches.
//
//   the image in its buffer                a row of the tile
//   | width pixels         | unused |      | skip | before | LX pixels      | after |
//   | width pixels         | unused |      ^ a multiple of ALIGN pixels
//   ^ a multiple of ALIGN pixels
//
// NDRange   the output's width x height, rounded up to any local size LX x LY
// Local     (ALIGN - 1 + LX + filter_width - 1) * (LY + filter_height - 1) * CHANNELS * 4 bytes at
//           most: skip is the same for all groups, and smaller, if LX is a multiple of ALIGN
// Needs     as v4; ALIGN a power of two; pitch >= width, and a multiple of ALIGN;
//           pitch*height*CHANNELS < 2^31
// Loads, stores   as v5, with the wider tile
#ifndef ALIGN
#define ALIGN 4
#endif
#include "border.clh"

// [kernel]
kernel void convolve(global const pixel* input, const int width, const int height, const int pitch,
                     constant float* filter, const int filter_width, const int filter_height,
                     global pixel* output, local pixel* tile) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int block_width = get_local_size(0), block_height = get_local_size(1);
  // [place]
  // The tile begins at the last multiple of ALIGN not after the first column that is needed.
  const int first = get_group_id(0) * block_width - BEFORE(filter_width);
  const int left = first & ~(ALIGN - 1);
  const int skip = first - left;
  // [/place]
  const int tile_width = skip + block_width + filter_width - 1;
  const int tile_height = block_height + filter_height - 1;

  // Load.
  const int top = get_group_id(1) * block_height - BEFORE(filter_height);
  for (int r = y; r < tile_height; r += block_height)
    for (int c = x; c < tile_width; c += block_width)
      tile[r * tile_width + c] = read_pixel(input, width, height, pitch, left + c, top + r);
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
      sum += filter[j * filter_width + i] * tile[(y + j) * tile_width + skip + x + i];
  output[out_y * out_width + out_x] = sum;
}
// [/kernel]
