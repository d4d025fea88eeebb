// v5b: the filter is a list of offsets.
//
// Changed: v5 walks through a rectangle of weights; here the host gives only those that are not zero, and for each of
// them how far its pixel is from the first one of the window, in pixels of the tile.
// Why: a filter need not be a rectangle. A disc has 79 % of the weights of the square around it, and a line far fewer.
// The price: a second load from constant memory for each weight, its offset. And a pixel under a zero that is infinite
// or NaN is not noticed.
//
//   . x .      offsets 1, tile_width, tile_width + 1, tile_width + 2, 2 * tile_width + 1
//   x x x
//   . x .
//
// NDRange, local   as v5
// Needs     as v5; the list has `count` offsets, and as many weights
// Loads     tile as v5; for each output: local `count`, constant 2 * `count`
// Stores    as v5
#include "border.clh"

// [kernel]
kernel void convolve(global const pixel* input, const int width, const int height,
                     constant float* weights, const int filter_width, const int filter_height,
                     global pixel* output, local pixel* tile, constant int* offsets, const int count) {
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

  // [sum]
  pixel sum = 0.0f;
  for (int k = 0; k < count; ++k)
    sum += weights[k] * tile[y * tile_width + x + offsets[k]];
  // [/sum]
  output[out_y * out_width + out_x] = sum;
}
// [/kernel]
