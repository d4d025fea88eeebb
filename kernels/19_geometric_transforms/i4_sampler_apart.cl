// i4: four outputs for each work-item, a group's height apart.
//
// Changed (from i2): a work-item computes ROWS outputs of a column, LY rows apart, as v7 does.
// Why: ROWS reads are on their way at the same time, and the patch of a group stays compact.
//
// NDRange   output width x ceil(height / (ROWS * LY)) * LY, rounded up to groups of LX x LY
// Local     none; groups of LX x LY
// Needs     as i2; ROWS, LY
// Loads     the matrix once for ROWS outputs; pixels as i2
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
  const int x = get_global_id(0), y0 = get_group_id(1) * LY * ROWS + get_local_id(1);
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
