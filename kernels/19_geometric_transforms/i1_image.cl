// i1: the input is an image, as in the thesis; each pixel of the filter is read by itself.
//
// Changed (from v5): read_imagef() in place of loads. The sampler returns the border colour outside, so nothing is tested.
// Why: a GPU keeps images in small squares, not in rows, and has units of its own that read them.
//
// NDRange   output width x height, rounded up to groups of LX x LY
// Local     none
// Needs     an image of the format CL_R or CL_RGBA, CL_FLOAT
// Loads     the matrix; pixels by TAPS * TAPS reads of the image
// Stores    one pixel
// Counted at 17x9, rotation by 20, LX=4 LY=16:    loads  stores  constant  local: loads  stores
//   linear grey warp         0     153     918       0       0
// Counted at 17x9, perspective, LX=4 LY=16:
//   linear grey warp         0     153    1377       0       0
#include "sampler.clh"

// [kernel]
kernel void warp(read_only image2d_t image, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const float2 at = sampler_place(source_of(m, x, y), width, height) - 0.5f;
  const int x0 = first_tap(at.x), y0 = first_tap(at.y);
  float across[TAPS], down[TAPS];
  tap_weights(at.x, across);
  tap_weights(at.y, down);
  pixel sum = 0.0f;
#pragma unroll
  for (int j = 0; j < TAPS; ++j) {
    pixel line = 0.0f;
#pragma unroll
    for (int i = 0; i < TAPS; ++i)
      line += across[i] * PIXEL(read_imagef(image, one_pixel, (int2)(x0 + i, y0 + j)));
    sum += down[j] * line;
  }
  output[y * out_width + x] = sum;
}
// [/kernel]
