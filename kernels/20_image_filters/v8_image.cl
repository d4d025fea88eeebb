// v8: v2 reads an image.
//
// Changed: read_imagef() and a sampler that clamps, in the place of loads and clamp().
// Why: a GPU's sampler computes the place and the border beside the kernel's arithmetic.
//
// NDRange   width x height, rounded up to whole groups
// Local     any
// Loads     none from buffers; 141 reads of the image for each pixel with radius 5
// Stores    one for each pixel
// Counted at 17x9, radius 2, pairs 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D snn             0     153         0             0       0
#ifndef RADIUS
#define RADIUS 5
#define PAIRS 2
#endif
#include "snn.clh"

// [kernel]
// The sampler does what clamp() does in v2.
constant sampler_t nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void snn(read_only image2d_t input, const int width, const int height,
                global float4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float4 centre = read_imagef(input, nearest, (int2)(x, y));
  float4 sum = centre;
  for (int v = -RADIUS; v <= 0; ++v) {
#pragma unroll
    for (int u = -RADIUS; u <= LAST_U(v); ++u) {
      if (u == 0 && v == 0)
        continue;
      float4 best = nearer(centre, read_imagef(input, nearest, (int2)(x + u, y + v)),
                           read_imagef(input, nearest, (int2)(x - u, y - v)));
#if PAIRS == 2
      best = nearer(centre, best, read_imagef(input, nearest, (int2)(x - u, y + v)));
      best = nearer(centre, best, read_imagef(input, nearest, (int2)(x + u, y - v)));
#endif
      sum += best;
    }
  }
  sum /= (float)PLACES;
  sum.w = centre.w;
  output[y * width + x] = sum;
}
// [/kernel]
