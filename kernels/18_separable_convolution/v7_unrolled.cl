// v7: the radius is known when the kernel is built.
//
// Changed: `radius` is no argument but the build options RX and RY, and the loops are written out.
// Why: no counter, no comparison and no jump for each product; the addresses become constant offsets.
// v7b is this kernel in groups of 128 (RLX x RLY = 32 x 4, CLX x CLY = 8 x 16), for devices that allow
// no more: a column of 16 + 32 pixels takes its 16 work-items three reads.
//
// NDRange, Local, Needs, Loads, Stores   as v6
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
#ifndef RX
#define RX 8
#define RY 8
#endif
#ifndef MAX_RADIUS
#define MAX_RADIUS 16
#endif
#include "lines.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(RLX, RLY, 1))) void
rows(global const pixel* input, const int width, const int height, constant float* weights,
     global pixel* middle) {
  local pixel tile[RLY][RLX + 2 * MAX_RADIUS];
  const int x = get_global_id(0), y = get_global_id(1);
  const int n = get_local_id(0), line = get_local_id(1);

  // Places n, n + RLX, ...: with RLX = 2 * MAX_RADIUS one read left of the output, one right of it.
  const int left = x - n + CENTRE(RX) - MAX_RADIUS;
  if (y < height)
    for (int k = n; k < RLX + 2 * MAX_RADIUS; k += RLX)
      tile[line][k] = pixel_in_row(input, width, left + k, y);
  barrier(CLK_LOCAL_MEM_FENCE);

  const int out_width = output_extent(width, TAPS(RX));
  if (x >= out_width || y >= height)
    return;
  pixel sum = 0.0f;
  // [sum]
#pragma unroll
  for (int i = 0; i < TAPS(RX); ++i)
    sum += weights[i] * tile[line][n + MAX_RADIUS - RX + i];
  // [/sum]
  middle[y * out_width + x] = sum;
}

kernel __attribute__((reqd_work_group_size(CLX, CLY, 1))) void
columns(global const pixel* middle, const int width, const int height, constant float* weights,
        global pixel* output) {
  local pixel tile[CLY + 2 * MAX_RADIUS][CLX];
  const int x = get_global_id(0), y = get_global_id(1);
  const int line = get_local_id(0), n = get_local_id(1);

  const int top = y - n + CENTRE(RY) - MAX_RADIUS;
  if (x < width)
    for (int k = n; k < CLY + 2 * MAX_RADIUS; k += CLY)
      tile[k][line] = pixel_in_column(middle, width, height, x, top + k);
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= output_extent(height, TAPS(RY)))
    return;
  pixel sum = 0.0f;
#pragma unroll
  for (int j = 0; j < TAPS(RY); ++j)
    sum += weights[j] * tile[n + MAX_RADIUS - RY + j][line];
  output[y * width + x] = sum;
}
// [/kernel]
