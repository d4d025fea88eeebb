// g1: a Gaussian as two passes, down the columns and along the rows.
//
// The second pass reads what the first has written. (A thesis gave both of them the original picture. The time was right, the
// picture was not.)
//
// NDRange   width x height, rounded up to whole groups; or by DIMENSIONS one number, or a third one for the channel
// Local     any
// Loads     each pass: 2 * radius + 1 float4s and as many weights for each pixel
// Stores    each pass: one for each pixel
// Counted at 17x9, radius 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D columns       765     153       765             0       0
//   2-D rows          765     153       765             0       0
//   3-D columns      3060     612      3060             0       0
//   3-D rows         3060     612      3060             0       0
#include "range.clh"

// [kernel]
// Columns first: their middle picture is what the rows read.
kernel void columns(global const float4* input, const int width, const int height,
                    constant float* weights, const int radius, global float4* middle) {
  const int x = COLUMN(width), y = ROW(width);
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int j = -radius; j <= radius; ++j)
    sum += weights[radius + j] * input[clamp(y + j, 0, height - 1) * width + x];
  write_pixel(middle, y * width + x, sum);
}

kernel void rows(global const float4* middle, const int width, const int height,
                 constant float* weights, const int radius, global float4* output) {
  const int x = COLUMN(width), y = ROW(width);
  if (x >= width || y >= height)
    return;
  float4 sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[radius + i] * middle[y * width + clamp(x + i, 0, width - 1)];
  write_pixel(output, y * width + x, sum);
}
// [/kernel]
