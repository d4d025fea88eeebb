// v1: one pass. The weight of a pixel is that of its column times that of its row.
//
// What the rest of the ladder is measured against: chapter 16's loop over a square of weights.
// A radius of 8 makes 17 * 17 = 289 products for each output.
//
// NDRange   1-D: the output's pixels, rounded up to any local size
// Local     none
// Needs     2 * rx + 1 and 2 * ry + 1 weights
// Loads     for each output pixel: for each row under the filter that exists, its pixels that exist,
//           as many of the row's weights as the filter is wide, and one weight of the column
// Stores    one for each output pixel
// Counted at 17x9, radius 3x2:    loads  stores  constant  local: loads  stores
//   grey reflect full        11475     153         0             0       0
//   RGBA valid   full         4125      55         0             0       0
#include "lines.clh"

// [kernel]
kernel void full(global const pixel* input, const int width, const int height,
                 global const float* row_weights, const int rx, global const float* column_weights,
                 const int ry, global pixel* output) {
  const int out_width = output_extent(width, TAPS(rx));
  const int out_height = output_extent(height, TAPS(ry));
  const int n = get_global_id(0), y = n / out_width, x = n - y * out_width;
  if (y >= out_height)
    return;

  const int x0 = x - BEFORE(TAPS(rx)), y0 = y - BEFORE(TAPS(ry));
  pixel sum = 0.0f;
  for (int j = 0; j < TAPS(ry); ++j) {
    const int row = border_index(y0 + j, height);
    if (row < 0)
      continue;
    const float weight = column_weights[j];
    for (int i = 0; i < TAPS(rx); ++i)
      sum += weight * row_weights[i] * pixel_in_row(input, width, x0 + i, row);
  }
  output[n] = sum;
}
// [/kernel]
