// v3: the weights in constant memory.
//
// Changed: two words in each kernel, global const -> constant.
// Why: all work-items of a group read the same weight at the same time. It is half of all loads.
//
// NDRange, Local, Needs   as v2
// Loads     for each pixel of a pass: the pixels under its line that exist; constant: 2 * radius + 1
// Stores    one for each pixel of a pass
// Counted at 17x9, radius 3x2:    loads  stores  constant  local: loads  stores
//   grey reflect rows         1071     153      1071             0       0
//   grey reflect columns       765     153       765             0       0
//   RGBA valid   rows          693      99       693             0       0
//   RGBA valid   columns       275      55       275             0       0
#include "lines.clh"

// [kernel]
kernel void rows(global const pixel* input, const int width, const int height,
                 constant float* weights, const int radius, global pixel* middle) {
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
                    constant float* weights, const int radius, global pixel* output) {
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
