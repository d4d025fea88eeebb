// One blur, three ways: straight from global memory, through a tile in local memory that the work-items
// fill, and through a tile that the work-group copies as a whole. The results are equal.
//
// Data      padded: the picture with RADIUS more pixels on each side, filled up to whole work-groups:
//           get_global_size(1) + 2 * RADIUS rows of get_global_size(0) + 2 * RADIUS pixels
//           weights: 1, 2, ..., RADIUS + 1, ..., 2, 1, that is TAPS numbers
//           out: width * height pixels
// NDRange   2-D, width x height rounded up to whole work-groups, W x H of any size
// Local     tile: (W + 2 * RADIUS) * (H + 2 * RADIUS) pixels
// Loads     of padded: TAPS * TAPS per pixel of the picture (blur_direct), or one per pixel of the tile in
//           each work-group (blur_tiled and blur_copied)
// Stores    one per pixel of the picture

// [macros]
#ifndef RADIUS
#define RADIUS 8
#endif
#define TAPS (2 * RADIUS + 1)
#define TOTAL ((RADIUS + 1) * (RADIUS + 1) * (RADIUS + 1) * (RADIUS + 1)) // of TAPS * TAPS weights
// [/macros]

// [average]
uchar4 average(uint4 sum) { // rounded to the nearest
  return convert_uchar4((sum + TOTAL / 2) / TOTAL);
}
// [/average]

// [direct]
kernel void blur_direct(global const uchar4* padded, constant uint* weights, global uchar4* out,
                        int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int pitch = get_global_size(0) + 2 * RADIUS; // pixels in a row of `padded`
  if (x >= width || y >= height)
    return;
  uint4 sum = 0;
  for (int row = 0; row < TAPS; ++row)
    for (int column = 0; column < TAPS; ++column)
      sum += weights[row] * weights[column] * convert_uint4(padded[(y + row) * pitch + x + column]);
  out[y * width + x] = average(sum);
}
// [/direct]

// [from-tile]
// The result of one work-item, from the tile of its group.
uchar4 from_tile(local const uchar4* tile, constant uint* weights) {
  const int tile_width = get_local_size(0) + 2 * RADIUS;
  local const uchar4* mine = tile + get_local_id(1) * tile_width + get_local_id(0);
  uint4 sum = 0;
  for (int row = 0; row < TAPS; ++row)
    for (int column = 0; column < TAPS; ++column)
      sum += weights[row] * weights[column] * convert_uint4(mine[row * tile_width + column]);
  return average(sum);
}
// [/from-tile]

// [tiled]
kernel void blur_tiled(global const uchar4* padded, constant uint* weights, global uchar4* out,
                       int width, int height, local uchar4* tile) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int pitch = get_global_size(0) + 2 * RADIUS;
  const int group_width = get_local_size(0), group_height = get_local_size(1);
  const int tile_width = group_width + 2 * RADIUS, tile_height = group_height + 2 * RADIUS;
  const int first = get_group_id(1) * group_height * pitch + get_group_id(0) * group_width;

  for (int row = get_local_id(1); row < tile_height; row += group_height)
    for (int column = get_local_id(0); column < tile_width; column += group_width)
      tile[row * tile_width + column] = padded[first + row * pitch + column];
  barrier(CLK_LOCAL_MEM_FENCE); // the tile is complete before anyone reads it

  if (x < width && y < height)
    out[y * width + x] = from_tile(tile, weights);
}
// [/tiled]

// [copied]
kernel void blur_copied(global const uchar4* padded, constant uint* weights, global uchar4* out,
                        int width, int height, local uchar4* tile) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int pitch = get_global_size(0) + 2 * RADIUS;
  const int group_width = get_local_size(0), group_height = get_local_size(1);
  const int tile_width = group_width + 2 * RADIUS, tile_height = group_height + 2 * RADIUS;
  const int first = get_group_id(1) * group_height * pitch + get_group_id(0) * group_width;

  event_t copied = 0;
  for (int row = 0; row < tile_height; ++row)
    copied = async_work_group_copy(tile + row * tile_width,      // to
                                   padded + first + row * pitch, // from
                                   tile_width, copied);          // elements, event
  wait_group_events(1, &copied);                                 // now the tile is complete

  if (x < width && y < height)
    out[y * width + x] = from_tile(tile, weights);
}
// [/copied]
