// v5: groups in two dimensions, so that neighbours in a group are neighbours in memory.
//
// Changed: the group of the rows is RLX x RLY, that of the columns CLX x CLY: it has several lines
// side by side. The reads are v4's, left and right, above and below.
// Why: v4's columns read one pixel from each of LINE rows: each is a memory segment of its own. Here
// CLX neighbours read CLX pixels of one row: 16 floats are 64 bytes, one segment.
//
//   columns: a tile of CLX x (CLY + 2 * radius)        v4's: 1 x (LINE + 2 * radius)
//
// NDRange   2-D: the pixels of the middle image, rounded up to RLX x RLY; of the output, to CLX x CLY
// Local     (RLX + 2 * radius) * RLY, CLX * (CLY + 2 * radius) pixels of CHANNELS * 4 bytes
// Needs     2 * radius <= RLX, CLY; that much local memory
// Loads     for each group: the pixels of its tile that exist, of rows and columns that exist; for each
//           output pixel: constant and local: 2 * radius + 1
// Stores    one for each pixel of a pass; local: for each group its tile
// Counted at 17x9, radius 3x2, CLX=4 CLY=8 RLX=8 RLY=4:    loads  stores  constant  local: loads  stores
//   grey reflect rows          378     153      1071          1071     378
//   grey reflect columns       408     153       765           765     408
//   RGBA valid   rows          207      99       693           693     252
//   RGBA valid   columns        99      55       275           275     132
#ifndef RLX
#define RLX 32
#define RLY 4
#define CLX 16
#define CLY 32
#endif
#include "lines.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(RLX, RLY, 1))) void
rows(global const pixel* input, const int width, const int height, constant float* weights,
     const int radius, global pixel* middle, local pixel* tile) {
  const int x = get_global_id(0), y = get_global_id(1), n = get_local_id(0);
  tile += get_local_id(1) * (RLX + 2 * radius); // its own row

  const int left = x - BEFORE(TAPS(radius));
  if (y < height) {
    tile[n] = pixel_in_row(input, width, left, y);
    if (n + 2 * radius >= RLX)
      tile[n + 2 * radius] = pixel_in_row(input, width, left + 2 * radius, y);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const int out_width = output_extent(width, TAPS(radius));
  if (x >= out_width || y >= height)
    return;
  pixel sum = 0.0f;
  for (int i = 0; i < TAPS(radius); ++i)
    sum += weights[i] * tile[n + i];
  middle[y * out_width + x] = sum;
}

kernel __attribute__((reqd_work_group_size(CLX, CLY, 1))) void
columns(global const pixel* middle, const int width, const int height, constant float* weights,
        const int radius, global pixel* output, local pixel* tile) {
  // [tile]
  const int x = get_global_id(0), y = get_global_id(1), n = get_local_id(1);
  tile += get_local_id(0); // its own column; rows of the tile are CLX pixels apart

  const int top = y - BEFORE(TAPS(radius));
  if (x < width) {
    tile[n * CLX] = pixel_in_column(middle, width, height, x, top);
    if (n + 2 * radius >= CLY)
      tile[(n + 2 * radius) * CLX] = pixel_in_column(middle, width, height, x, top + 2 * radius);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // [/tile]

  if (x >= width || y >= output_extent(height, TAPS(radius)))
    return;
  pixel sum = 0.0f;
  for (int j = 0; j < TAPS(radius); ++j)
    sum += weights[j] * tile[(n + j) * CLX];
  output[y * width + x] = sum;
}
// [/kernel]
