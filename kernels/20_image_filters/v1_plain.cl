// v1: the SNN mean as its definition says it, from global memory.
//
// For each place (u, v) of the quadrant to the upper left of a pixel there are four mirror pixels: (u, v), (-u, -v), (-u, v) and
// (u, -v) from the centre. The one whose colour is nearest to the centre's is kept, and the result is the mean of all that are
// kept. With pairs = 1 there are two, (u, v) and (-u, -v), and half of the window takes the place of the quadrant.
//
// NDRange   width x height, rounded up to whole groups; or by DIMENSIONS one number, or a third one for the channel
// Local     any
// Loads     1 + 4 * ((radius + 1)^2 - 1) float4s for each pixel, with pairs = 1: 1 + 4 * radius * (radius + 1)
// Stores    one for each pixel
// Counted at 17x9, radius 2, pairs 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D snn          5049     153         0             0       0
//   3-D snn         20196     612         0             0       0
#include "range.clh"
#include "snn.clh"

// [kernel]
kernel void snn(global const float4* input, const int width, const int height, const int radius,
                const int pairs, global float4* output) {
  const int x = COLUMN(width), y = ROW(width);
  if (x >= width || y >= height)
    return;
  const float4 centre = input[y * width + x];
  float4 sum = centre;
  int count = 1;
  for (int v = -radius; v <= 0; ++v) {
    const int last = pairs == 2 ? 0 : v < 0 ? radius : -1;
    for (int u = -radius; u <= last; ++u) {
      if (u == 0 && v == 0)
        continue;
      const int left = clamp(x + u, 0, width - 1), right = clamp(x - u, 0, width - 1);
      global const float4* above = input + clamp(y + v, 0, height - 1) * width;
      global const float4* below = input + clamp(y - v, 0, height - 1) * width;
      float4 best = nearer(centre, above[left], below[right]);
      if (pairs == 2)
        best = nearer(centre, nearer(centre, best, above[right]), below[left]);
      sum += best;
      ++count;
    }
  }
  sum /= (float)count;
  sum.w = centre.w; // alpha stays what it is
  write_pixel(output, y * width + x, sum);
}
// [/kernel]
