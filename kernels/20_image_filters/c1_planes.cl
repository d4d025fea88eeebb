// c1: for CPUs: a plane for each channel, and 16 pixels side by side in each vector.
//
// Changed: the kernel planes takes the colours apart and adds a rim, so that snn needs no clamp(); snn computes 16 pixels, one in
// each lane of its vectors, from 16 floats that lie side by side. The sum of squares is a plane, too.
// Why: a float4 fills a quarter of a vector of 16 floats, and its fourth number is alpha.
//
// NDRange   planes: (width rounded up to 16, + 2 * RADIUS) x (height + 2 * RADIUS); snn: width / 16 x height; rounded up
// Local     any
// Loads     planes: one for each of its pixels; snn, for 16 pixels: 3 vectors, 4 for each of 4 * ((RADIUS + 1)^2 - 1) pixels, and
//           alpha
// Stores    planes: 4 for each of its pixels; snn: one for each pixel
// Counted at 17x9, radius 2, pairs 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D planes        468    1872         0             0       0
//   2-D snn          2511     153         0             0       0
#ifndef RADIUS
#define RADIUS 5
#define PAIRS 2
#endif
#include "snn.clh"

// [planes]
// Four planes: red, green, blue, and the sum of their squares; RADIUS pixels wider than the picture on each side.
kernel void planes(global const float4* input, const int width, const int height, const int pitch,
                   global float* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int rows = height + 2 * RADIUS;
  if (x >= pitch || y >= rows)
    return;
  const float4 p = input[clamp(y - RADIUS, 0, height - 1) * width + clamp(x - RADIUS, 0, width - 1)];
  const int at = y * pitch + x, plane = rows * pitch;
  output[at] = p.x;
  output[plane + at] = p.y;
  output[2 * plane + at] = p.z;
  output[3 * plane + at] = p.x * p.x + p.y * p.y + p.z * p.z;
}
// [/planes]

// [kernel]
typedef struct {
  float16 red, green, blue, key;
} sixteen;

sixteen load(global const float* planes, const int plane, const float16 red, const float16 green,
             const float16 blue) {
  sixteen p;
  p.red = vload16(0, planes);
  p.green = vload16(0, planes + plane);
  p.blue = vload16(0, planes + 2 * plane);
  p.key = fma(p.red, red, fma(p.green, green, fma(p.blue, blue, vload16(0, planes + 3 * plane))));
  return p;
}

sixteen nearer16(const sixteen a, const sixteen b) {
  const int16 second = b.key < a.key;
  sixteen best;
  best.red = second ? b.red : a.red;
  best.green = second ? b.green : a.green;
  best.blue = second ? b.blue : a.blue;
  best.key = second ? b.key : a.key;
  return best;
}

kernel void snn(global const float* planes, global const float4* input, const int width,
                const int height, const int pitch, global float4* output) {
  const int x = get_global_id(0) * 16, y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int plane = (height + 2 * RADIUS) * pitch;
  global const float* here = planes + (y + RADIUS) * pitch + x + RADIUS;
  float16 red = vload16(0, here), green = vload16(0, here + plane),
          blue = vload16(0, here + 2 * plane);
  const float16 r = -2.0f * red, g = -2.0f * green, b = -2.0f * blue;
  for (int v = -RADIUS; v <= 0; ++v)
    for (int u = -RADIUS; u <= LAST_U(v); ++u) {
      if (u == 0 && v == 0)
        continue;
      const int at = v * pitch + u;
      sixteen best = nearer16(load(here + at, plane, r, g, b), load(here - at, plane, r, g, b));
#if PAIRS == 2
      const int mirror = v * pitch - u;
      best = nearer16(best, load(here + mirror, plane, r, g, b));
      best = nearer16(best, load(here - mirror, plane, r, g, b));
#endif
      red += best.red;
      green += best.green;
      blue += best.blue;
    }
  float each[3][16];
  vstore16(red / (float)PLACES, 0, each[0]);
  vstore16(green / (float)PLACES, 0, each[1]);
  vstore16(blue / (float)PLACES, 0, each[2]);
  for (int k = 0; k < 16 && x + k < width; ++k) {
    const int at = y * width + x + k;
    output[at] = (float4)(each[0][k], each[1][k], each[2][k], input[at].w);
  }
}
// [/kernel]
