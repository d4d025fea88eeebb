// v4: the interior apart from the border.
//
// Changed (from v3): one test for all pixels of a filter. Inside, no pixel is asked for; outside, nothing is read.
// Why: almost all outputs lie inside or outside. v3 makes 4 comparisons for each pixel that it reads, 16 with LINEAR.
//
// NDRange   output width x height, rounded up to groups of LX x LY
// Local     none
// Needs     as v3
// Loads     as v3
// Stores    one pixel
// Counted at 17x9, rotation by 20, LX=32 LY=8:    loads  stores  constant  local: loads  stores
//   linear grey warp       512     153     918       0       0
// Counted at 17x9, rotation by 20, LX=4 LY=16:
//   linear grey warp       512     153     918       0       0
// Counted at 17x9, perspective, LX=32 LY=8:
//   linear grey warp       602     153    1377       0       0
// Counted at 17x9, perspective, LX=4 LY=16:
//   linear grey warp       602     153    1377       0       0
#include "warp.clh"

// [kernel]
kernel void warp(global const pixel* image, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const float2 place = source_of(m, x, y);
  output[y * out_width + x] = is_inside(place.x, place.y, width, height)
                                  ? sample_inside(image, width, place.x, place.y)
                                  : sample_checked(image, width, height, place.x, place.y);
}
// [/kernel]
