// v6: reads at a fixed distance that is a multiple of 16 pixels.
//
// Changed: the tile reaches MAX_RADIUS pixels to both sides, a multiple of 16 and not less than the
// radius, where v5's reaches `radius`. What lies beyond the radius is copied and not used.
// Why: a group of 32 then reads whole, aligned pieces of 128 bytes, whatever the radius. With v5's
// x - 8 and x + 8 each read of a warp touches two of them.
// A radius above MAX_RADIUS: the host adds 16 and builds the program again.
// A group that is shorter than 2 * MAX_RADIUS reads a third time, and so on: see v7b.
//
// NDRange   as v5
// Local     (RLX + 2 * MAX_RADIUS) * RLY, CLX * (CLY + 2 * MAX_RADIUS) pixels of CHANNELS * 4 bytes
// Needs     radius <= MAX_RADIUS; that much local memory
// Loads     as v5, of this tile
// Stores    as v5, of this tile
// Counted at 17x9, radius 3x2, CLX=4 CLY=8 RLX=8 RLY=4:    loads  stores  constant  local: loads  stores
//   grey reflect rows         1080     153      1071          1071    1080
//   grey reflect columns      1360     153       765           765    1360
//   RGBA valid   rows          306      99       693           693     720
//   RGBA valid   columns        99      55       275           275     440
#ifndef RLX
#define RLX 32
#define RLY 4
#define CLX 16
#define CLY 32
#endif
#ifndef MAX_RADIUS
#define MAX_RADIUS 16
#endif
#include "lines.clh"

// [kernel]
// [rows]
kernel __attribute__((reqd_work_group_size(RLX, RLY, 1))) void
rows(global const pixel* input, const int width, const int height, constant float* weights,
     const int radius, global pixel* middle) {
  local pixel tile[RLY][RLX + 2 * MAX_RADIUS];
  const int x = get_global_id(0), y = get_global_id(1);
  const int n = get_local_id(0), line = get_local_id(1);

  // Places n, n + RLX, ...: with RLX = 2 * MAX_RADIUS one read left of the output, one right of it.
  const int left = x - n + CENTRE(radius) - MAX_RADIUS;
  if (y < height)
    for (int k = n; k < RLX + 2 * MAX_RADIUS; k += RLX)
      tile[line][k] = pixel_in_row(input, width, left + k, y);
  barrier(CLK_LOCAL_MEM_FENCE);

  const int out_width = output_extent(width, TAPS(radius));
  if (x >= out_width || y >= height)
    return;
  pixel sum = 0.0f;
  for (int i = 0; i < TAPS(radius); ++i)
    sum += weights[i] * tile[line][n + MAX_RADIUS - radius + i];
  middle[y * out_width + x] = sum;
}
// [/rows]

kernel __attribute__((reqd_work_group_size(CLX, CLY, 1))) void
columns(global const pixel* middle, const int width, const int height, constant float* weights,
        const int radius, global pixel* output) {
  local pixel tile[CLY + 2 * MAX_RADIUS][CLX];
  const int x = get_global_id(0), y = get_global_id(1);
  const int line = get_local_id(0), n = get_local_id(1);

  const int top = y - n + CENTRE(radius) - MAX_RADIUS;
  if (x < width)
    for (int k = n; k < CLY + 2 * MAX_RADIUS; k += CLY)
      tile[k][line] = pixel_in_column(middle, width, height, x, top + k);
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= output_extent(height, TAPS(radius)))
    return;
  pixel sum = 0.0f;
  for (int j = 0; j < TAPS(radius); ++j)
    sum += weights[j] * tile[n + MAX_RADIUS - radius + j][line];
  output[y * width + x] = sum;
}
// [/kernel]
