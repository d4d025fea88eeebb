// i5: four work-items side by side compute a square of outputs.
//
// Changed (from i4): the work-items of a group walk through its patch in the order of a Z, so that every four, and
// every sixteen, that follow each other are a square.
// Why: the units that read images work for four work-items at a time, and are built for triangles, whose pixels come in
// squares of 2 x 2.
//
// NDRange   as i4
// Local     none; groups of LX x LY, powers of two, LX <= LY
// Needs     as i4
// Loads     as i4
// Stores    ROWS pixels
// Counted at 17x9, rotation by 20, LX=4 LY=16 ROWS=4:    loads  stores  constant  local: loads  stores
//   linear grey warp         0     153     918       0       0
// Counted at 17x9, perspective, LX=4 LY=16 ROWS=4:
//   linear grey warp         0     153    1377       0       0
#include "sampler.clh"

#ifndef ROWS
#define ROWS 4
#endif
#ifndef LY
#define LX 8
#define LY 16
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
warp(read_only image2d_t image, const int width, const int height, constant float* m, global pixel* output,
     const int out_width, const int out_height) {
  // Of the number of the work-item, the bits 0, 2, 4 make the column, the bits 1, 3, 5 and all above the row.
  const int n = get_local_id(1) * LX + get_local_id(0);
  int column = 0, row = n / (LX * LX) * LX;
#pragma unroll
  for (int bit = 0; 1 << bit < LX; ++bit) {
    column |= (n >> 2 * bit & 1) << bit;
    row |= (n >> (2 * bit + 1) & 1) << bit;
  }
  const int x = get_group_id(0) * LX + column, y0 = get_group_id(1) * LY * ROWS + row;
  if (x >= out_width)
    return;
#pragma unroll
  for (int k = 0; k < ROWS; ++k) {
    const int y = y0 + k * LY;
    if (y < out_height)
      output[y * out_width + x] = sample_mixed(image, sampler_place(source_of(m, x, y), width, height));
  }
}
// [/kernel]
