// v2: two passes. The rows first, into a middle image; then its columns.
//
// Changed: v1's loop inside a loop becomes two loops, each in a kernel of its own.
// Why: sum over j, i of c[j] * r[i] * p(i, j) = sum over j of c[j] * (sum over i of r[i] * p(i, j)).
// The inner sum does not depend on where in its column the output is, so that 2 * ry + 1 outputs
// need it: computed once, it saves the others. Radius 8: 17 + 17 = 34 products, not 289.
// The price: the middle image is written and read again, 8 bytes for each float.
//
// NDRange   1-D for both: the pixels of the middle image, and of the output, rounded up to any local size
// Local     none
// Needs     2 * radius + 1 weights for each pass; a buffer of output width x input height pixels
// Loads     for each pixel of a pass: the pixels under its line that exist, and 2 * radius + 1 weights
// Stores    one for each pixel of a pass
// Counted at 17x9, radius 3x2:    loads  stores  constant  local: loads  stores
//   grey reflect rows         2142     153         0             0       0
//   grey reflect columns      1530     153         0             0       0
//   RGBA valid   rows         1386      99         0             0       0
//   RGBA valid   columns       550      55         0             0       0
#include "lines.clh"

// [kernel]
kernel void rows(global const pixel* input, const int width, const int height,
                 global const float* weights, const int radius, global pixel* middle) {
  const int out_width = output_extent(width, TAPS(radius));
  const int n = get_global_id(0), y = n / out_width, x = n - y * out_width;
  if (y >= height)
    return;
  const int x0 = x - BEFORE(TAPS(radius));
  pixel sum = 0.0f;
  for (int i = 0; i < TAPS(radius); ++i)
    sum += weights[i] * pixel_in_row(input, width, x0 + i, y);
  middle[n] = sum;
}

kernel void columns(global const pixel* middle, const int width, const int height,
                    global const float* weights, const int radius, global pixel* output) {
  const int n = get_global_id(0), y = n / width, x = n - y * width;
  if (y >= output_extent(height, TAPS(radius)))
    return;
  const int y0 = y - BEFORE(TAPS(radius));
  pixel sum = 0.0f;
  for (int j = 0; j < TAPS(radius); ++j)
    sum += weights[j] * pixel_in_column(middle, width, height, x, y0 + j);
  output[n] = sum;
}
// [/kernel]
