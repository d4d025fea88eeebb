// v2: radius and pairs are known when the kernel is built.
//
// Changed: build options RADIUS and PAIRS in the place of arguments.
// Why: the loops over a row of the window are written out, the choice between two and four pixels is made by the compiler, and
// the mean divides by a constant.
//
// NDRange   width x height, rounded up to whole groups
// Local     any
// Loads, Stores   as v1
// Counted at 17x9, radius 2, pairs 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D snn          4437     153         0             0       0
#ifndef RADIUS
#define RADIUS 5
#define PAIRS 2
#endif
#include "snn.clh"

// [kernel]
kernel void snn(global const float4* input, const int width, const int height,
                global float4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const float4 centre = input[y * width + x];
  float4 sum = centre;
  for (int v = -RADIUS; v <= 0; ++v) {
    global const float4* above = input + clamp(y + v, 0, height - 1) * width;
    global const float4* below = input + clamp(y - v, 0, height - 1) * width;
#pragma unroll
    for (int u = -RADIUS; u <= LAST_U(v); ++u) {
      if (u == 0 && v == 0)
        continue;
      const int left = clamp(x + u, 0, width - 1), right = clamp(x - u, 0, width - 1);
      float4 best = nearer(centre, above[left], below[right]);
#if PAIRS == 2
      best = nearer(centre, nearer(centre, best, above[right]), below[left]);
#endif
      sum += best;
    }
  }
  sum /= (float)PLACES;
  sum.w = centre.w;
  output[y * width + x] = sum;
}
// [/kernel]
