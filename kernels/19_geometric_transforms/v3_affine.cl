// v3: a kernel of its own for affine maps.
//
// Changed (from v2): where the matrix ends with 0 0 1, w is 1: nothing is divided, and three products are saved.
// Why: rotations, scalings and shears are the most frequent maps. The thesis has two kernels for this reason.
//
// NDRange   output width x height, rounded up to groups of LX x LY
// Local     none
// Needs     an affine map, with -DAFFINE=1; with 0 it is v2
// Loads     as v1, without the last row of the matrix
// Stores    one pixel
// Counted at 17x9, rotation by 20, LX=32 LY=8:    loads  stores  constant  local: loads  stores
//   linear grey warp       512     153     918       0       0
// Counted at 17x9, perspective, LX=32 LY=8:
//   linear grey warp       602     153    1377       0       0
#include "warp.clh"

// [kernel]
kernel void warp(global const pixel* image, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const float2 place = source_of(m, x, y);
  output[y * out_width + x] = sample_checked(image, width, height, place.x, place.y);
}
// [/kernel]
