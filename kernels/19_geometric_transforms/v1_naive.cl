// v1: the inverse map. A work-item asks the matrix where its output pixel comes from, and mixes the pixels around there.
//
// NDRange   output width x height, rounded up to groups of LX x LY
// Local     none
// Needs     the matrix from the output to the input, 9 floats
// Loads     TAPS * TAPS pixels, less those outside; 9 numbers of the matrix
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
  const float w = m[6] * x + m[7] * y + m[8];
  const float u = (m[0] * x + m[1] * y + m[2]) / w;
  const float v = (m[3] * x + m[4] * y + m[5]) / w;
  output[y * out_width + x] = w > 0.0f ? sample_checked(image, width, height, u, v) : BORDER_COLOUR;
}
// [/kernel]
