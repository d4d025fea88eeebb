// The Mandelbrot set: how many steps of z -> z * z + c until z is farther than 2 from the origin?
// This file is OpenCL C and C++: the host compiles it as well (chapters/10_types_and_operators/lab).
//
// Data      steps, last: a uint and a float2 for each pixel, rows from the top, without gaps
// NDRange   2-D, one work-item for each pixel, any local_size
// Memory    2 stores per work-item, of 4 and 8 bytes

#include "dialect.clh"

// [mandelbrot]
float2 square(float2 z) { // of a complex number
  return FLOAT2(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y);
}

kernel void mandelbrot(global uint* steps, global float2* last, float2 corner, float pixel,
                       uint most) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  const float2 c = corner + pixel * FLOAT2((float)column, (float)row);
  float2 z = c;
  uint step = 0;
  while (step < most && z.x * z.x + z.y * z.y <= 4.0f) {
    z = square(z) + c;
    ++step;
  }
  steps[row * get_global_size(0) + column] = step;
  last[row * get_global_size(0) + column] = z;
}
// [/mandelbrot]
