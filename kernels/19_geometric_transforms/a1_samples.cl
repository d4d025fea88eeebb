// a1: many samples for each output pixel.
//
// Changed (from v5): an output is the mean of SAMPLES x SAMPLES places, evenly spread over its square.
// Why: where the picture shrinks, an output shows more of the input than the four pixels around one place.
//
// NDRange   output width x height, rounded up to groups of LX x LY
// Local     none
// Needs     SAMPLES; -DFILTER=1
// Loads     SAMPLES * SAMPLES times v4's pixels
// Stores    one pixel
// Counted at 17x9, rotation by 20, LX=8 LY=32 SAMPLES=4:    loads  stores  constant  local: loads  stores
//   area grey warp      8100     153   14688       0       0
// Counted at 17x9, perspective, LX=8 LY=32 SAMPLES=4:
//   area grey warp      9615     153   22032       0       0
#include "warp.clh"

#ifndef SAMPLES
#define SAMPLES 4
#endif

// [kernel]
kernel void warp(global const pixel* image, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  pixel sum = 0.0f;
  for (int j = 0; j < SAMPLES; ++j)
    for (int i = 0; i < SAMPLES; ++i) {
      const float2 place = source_of(m, x + (i + 0.5f) / SAMPLES - 0.5f, y + (j + 0.5f) / SAMPLES - 0.5f);
      sum += is_inside(place.x, place.y, width, height) ? sample_inside(image, width, place.x, place.y)
                                                        : sample_checked(image, width, height, place.x, place.y);
    }
  output[y * out_width + x] = sum / (SAMPLES * SAMPLES);
}
// [/kernel]
