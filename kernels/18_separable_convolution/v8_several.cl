// v8: each work-item computes STEPS outputs of its line.
//
// Changed: the tile is STEPS groups long; a work-item computes outputs n, n + RLX, n + 2 * RLX, ...
// (columns: n, n + CLY, ...), so that neighbours in the group still read neighbours in memory.
// Why: the rim of 2 * MAX_RADIUS pixels is copied once for STEPS * RLX outputs. RLX 32, MAX_RADIUS 16:
// v7 copies 64 pixels for 32 outputs, 2 each; with STEPS = 4 it is 160 for 128, 1.25 each.
//
// NDRange   2-D: ceil(width / STEPS) x height of the middle image, rounded up to whole tiles of
//           STEPS * RLX x RLY; the output's likewise, CLX x STEPS * CLY
// Local     (STEPS * RLX + 2 * MAX_RADIUS) * RLY, CLX * (STEPS * CLY + 2 * MAX_RADIUS) pixels
// Needs, Loads, Stores   as v7, of this tile
// Counted at 17x9, radius 3x2, CLX=4 CLY=8 RLX=8 RLY=4 STEPS=4:    loads  stores  constant  local: loads  stores
//   grey reflect rows          576     153      1071          1071     576
//   grey reflect columns      1088     153       765           765    1088
//   RGBA valid   rows          153      99       693           693     576
//   RGBA valid   columns        99      55       275           275     704
#ifndef RLX
#define RLX 32
#define RLY 4
#define CLX 16
#define CLY 32
#endif
#ifndef STEPS
#define STEPS 4
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#ifndef MAX_RADIUS
#define MAX_RADIUS 16
#endif
#include "lines.clh"

// [kernel]
// [rows]
kernel __attribute__((reqd_work_group_size(RLX, RLY, 1))) void
rows(global const pixel* input, const int width, const int height, constant float* weights,
     global pixel* middle) {
  local pixel tile[RLY][STEPS * RLX + 2 * MAX_RADIUS];
  const int first = get_group_id(0) * STEPS * RLX, y = get_global_id(1);
  const int n = get_local_id(0), line = get_local_id(1);

  const int left = first + CENTRE(RX) - MAX_RADIUS;
  if (y < height)
    for (int k = n; k < STEPS * RLX + 2 * MAX_RADIUS; k += RLX)
      tile[line][k] = pixel_in_row(input, width, left + k, y);
  barrier(CLK_LOCAL_MEM_FENCE);

  const int out_width = output_extent(width, TAPS(RX));
  if (y >= height)
    return;
  for (int s = n; s < STEPS * RLX && first + s < out_width; s += RLX) {
    pixel sum = 0.0f;
#pragma unroll
    for (int i = 0; i < TAPS(RX); ++i)
      sum += weights[i] * tile[line][s + MAX_RADIUS - RX + i];
    middle[y * out_width + first + s] = sum;
  }
}
// [/rows]

kernel __attribute__((reqd_work_group_size(CLX, CLY, 1))) void
columns(global const pixel* middle, const int width, const int height, constant float* weights,
        global pixel* output) {
  local pixel tile[STEPS * CLY + 2 * MAX_RADIUS][CLX];
  const int x = get_global_id(0), first = get_group_id(1) * STEPS * CLY;
  const int line = get_local_id(0), n = get_local_id(1);

  const int top = first + CENTRE(RY) - MAX_RADIUS;
  if (x < width)
    for (int k = n; k < STEPS * CLY + 2 * MAX_RADIUS; k += CLY)
      tile[k][line] = pixel_in_column(middle, width, height, x, top + k);
  barrier(CLK_LOCAL_MEM_FENCE);

  const int out_height = output_extent(height, TAPS(RY));
  if (x >= width)
    return;
  for (int s = n; s < STEPS * CLY && first + s < out_height; s += CLY) {
    pixel sum = 0.0f;
#pragma unroll
    for (int j = 0; j < TAPS(RY); ++j)
      sum += weights[j] * tile[s + MAX_RADIUS - RY + j][line];
    output[(first + s) * width + x] = sum;
  }
}
// [/kernel]
