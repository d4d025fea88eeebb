// i3: four neighbours for each work-item, the kernel of the thesis.
//
// Changed (from i2): a work-item computes the outputs 4 * x to 4 * x + 3 of a row, as v6 does.
// Why: the thesis found this faster than one output. The matrix is read once.
//
// NDRange   ceil(output width / 4) x height, rounded up to groups of LX x LY
// Local     none
// Needs     as i2; the width may be anything
// Loads     the matrix once for four outputs; pixels as i2
// Stores    a vector of four pixels; single ones at the end of a row
// Counted at 17x9, rotation by 20, LX=4 LY=16:    loads  stores  constant  local: loads  stores
//   linear grey warp         0      45    1080       0       0
// Counted at 17x9, perspective, LX=4 LY=16:
//   linear grey warp         0      45    1620       0       0
#include "sampler.clh"
#include "four.clh"

// [kernel]
kernel void warp(read_only image2d_t image, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = 4 * get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  pixel four[4];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    four[k] = sample_mixed(image, sampler_place(source_of(m, x + k, y), width, height));
  store_four(output + y * out_width + x, x, out_width, four);
}
// [/kernel]
