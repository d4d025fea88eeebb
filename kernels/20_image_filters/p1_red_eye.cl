// p1: red eyes are mended.
//
// A point operation: what becomes of a pixel depends on nothing else. The three channels are weighted, and where red is not less
// than green and blue, less what the threshold allows, it is replaced by a mean of the other two.
//
// NDRange   width x height, rounded up to whole groups; or by DIMENSIONS one number, or a third one for the channel
// Local     any
// Loads     one float4 for each pixel; with a third dimension one for each channel
// Stores    one for each pixel; with a third dimension one float for each channel
// Counted at 17x9, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D red_eye       153     153         0             0       0
//   3-D red_eye       612     612         0             0       0
#include "range.clh"

// [kernel]
kernel void red_eye(global const float4* input, const int width, const int height,
                    const float threshold, global float4* output) {
  const int x = COLUMN(width), y = ROW(width);
  if (x >= width || y >= height)
    return;
  float4 p = input[y * width + x];
  const float red = 0.5133333f * p.x, green = p.y, blue = 0.1933333f * p.z;
  const float t = 255.0f * 2.0f * (threshold - 0.4f);
  if (red >= green - t && red >= blue - t)
    p.x = min(255.0f, (green + blue) / (2.0f * 0.5133333f));
  write_pixel(output, y * width + x, p);
}
// [/kernel]
