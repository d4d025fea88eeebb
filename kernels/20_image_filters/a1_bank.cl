// a1: Gabor's filters, one direction after the other, and the largest response.
//
// NDRange   width x height, rounded up to whole groups
// Local     any
// Loads     directions * (2 * radius + 1)^2 pixels and as many weights for each pixel
// Stores    one float2 for each pixel: the response, and the number of the direction
// Counted at 17x9, radius 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D gabor       30600     153     30600             0       0
#include "range.clh"

// [kernel]
kernel void gabor(global const float* input, const int width, const int height,
                  constant float* weights, const int radius, const int directions,
                  global float2* output) {
  const int x = COLUMN(width), y = ROW(width);
  if (x >= width || y >= height)
    return;
  float2 best = (float2)(-INFINITY, 0.0f);
  for (int d = 0; d < directions; ++d) {
    float sum = 0.0f;
    for (int j = -radius; j <= radius; ++j)
      for (int i = -radius; i <= radius; ++i)
        sum += *weights++ * input[clamp(y + j, 0, height - 1) * width + clamp(x + i, 0, width - 1)];
    if (sum > best.x)
      best = (float2)(sum, d);
  }
  output[y * width + x] = best;
}
// [/kernel]
