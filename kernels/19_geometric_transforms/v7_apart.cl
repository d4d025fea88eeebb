// v7: four outputs for each work-item, a group's height apart.
//
// Changed (from v5): a work-item computes ROWS outputs of a column, LY rows apart. In each round, a group
// works on a patch as compact as v5's.
// Why: as v6, the matrix is read once for several outputs, and several reads are on their way at the same time; but
// neighbours in a group stay neighbours in memory.
//
// NDRange   output width x ceil(height / (ROWS * LY)) * LY, rounded up to groups of LX x LY
// Local     none; groups of LX x LY
// Needs     as v4; ROWS, LY
// Loads     as v4; the matrix once for ROWS outputs
// Stores    ROWS pixels
// Counted at 17x9, rotation by 20, LX=4 LY=16 ROWS=4:    loads  stores  constant  local: loads  stores
//   linear grey warp       512     153     918       0       0
// Counted at 17x9, perspective, LX=4 LY=16 ROWS=4:
//   linear grey warp       602     153    1377       0       0
#include "warp.clh"

#ifndef ROWS
#define ROWS 4
#endif
#ifndef LY
#define LX 8
#define LY 16
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
warp(global const pixel* image, const int width, const int height, constant float* m, global pixel* output,
     const int out_width, const int out_height) {
  const int x = get_global_id(0), y0 = get_group_id(1) * LY * ROWS + get_local_id(1);
  if (x >= out_width)
    return;
#pragma unroll
  for (int k = 0; k < ROWS; ++k) {
    const int y = y0 + k * LY;
    if (y < out_height) {
      const float2 place = source_of(m, x, y);
      output[y * out_width + x] = is_inside(place.x, place.y, width, height)
                                      ? sample_inside(image, width, place.x, place.y)
                                      : sample_checked(image, width, height, place.x, place.y);
    }
  }
}
// [/kernel]
