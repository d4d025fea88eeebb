// v2: one division for both coordinates.
//
// Changed (from v1): 1 / w is computed once, and multiplied twice; sums of products are written with fma.
// Why: a division takes about as long as ten multiplications.
//
// NDRange   output width x height, rounded up to groups of LX x LY
// Local     none
// Needs     as v1
// Loads     as v1
// Stores    one pixel
// Counted at 17x9, rotation by 20, LX=32 LY=8:    loads  stores  constant  local: loads  stores
//   linear grey warp       512     153    1377       0       0
// Counted at 17x9, perspective, LX=32 LY=8:
//   linear grey warp       602     153    1377       0       0
#include "warp.clh"

// [kernel]
kernel void warp(global const pixel* image, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const float2 place = projective_source(m, x, y);
  output[y * out_width + x] = sample_checked(image, width, height, place.x, place.y);
}
// [/kernel]
