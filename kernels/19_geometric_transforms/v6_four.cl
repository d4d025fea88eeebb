// v6: four neighbours for each work-item, as in the thesis.
//
// Changed (from v4): a work-item computes the outputs 4 * x to 4 * x + 3 of a row, and stores them together.
// Why: the matrix is read once, the part of the place that depends on y is computed once, and a store is four times as
// wide. The work-items of a group read further apart, though: 4 pixels from one to the next.
//
// NDRange   ceil(output width / 4) x height, rounded up to groups of LX x LY
// Local     none
// Needs     as v4; the width may be anything
// Loads     as v4; the matrix once for four outputs
// Stores    a vector of four pixels; single ones at the end of a row
// Counted at 17x9, rotation by 20, LX=32 LY=8:    loads  stores  constant  local: loads  stores
//   linear grey warp       519      45    1080       0       0
// Counted at 17x9, perspective, LX=32 LY=8:
//   linear grey warp       623      45    1620       0       0
#include "warp.clh"
#include "four.clh"

pixel sample(global const pixel* image, const int width, const int height, const float2 place) {
  return is_inside(place.x, place.y, width, height)
             ? sample_inside(image, width, place.x, place.y)
             : sample_checked(image, width, height, place.x, place.y);
}

// [kernel]
kernel void warp(global const pixel* image, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = 4 * get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  pixel four[4];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    four[k] = sample(image, width, height, source_of(m, x + k, y));
  store_four(output + y * out_width + x, x, out_width, four);
}
// [/kernel]
