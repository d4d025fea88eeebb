// s1: all weights are the same, and the radius is free: the sum of the next output is this one, plus the
// pixel that enters the window, minus the one that leaves it.
//
// Changed: a work-item computes SEGMENT outputs of a line, one after the other. Only the first is summed up.
// Why: 2 loads and 2 additions for each output, where v9 has 2 * radius + 1 products; for a radius of 31
// that is 2.0 + 63 / 64 in place of 63. Three passes of a box are nearly a Gaussian.
// The price: work-items side by side in the rows read SEGMENT pixels apart; and rounding errors add up
// along the segment, which is why each segment begins anew.
//
// NDRange   2-D: ceil(width / SEGMENT) x height of the middle image; width x ceil(height / SEGMENT) of the
//           output; rounded up to any local size
// Local     none
// Needs     equal weights in each line
// Loads     for each work-item with R outputs: its first 2 * radius + 1 pixels, and 2 * (R - 1) more, as far as
//           they exist; constant 1
// Stores    one for each pixel of a pass
// Counted at 17x9, radius 3x2, CLX=4 CLY=8 RLX=8 RLY=4 SEGMENT=64:    loads  stores  constant  local: loads  stores
//   grey reflect rows          351     153         9             0       0
//   grey reflect columns       357     153        17             0       0
//   RGBA valid   rows          243      99         9             0       0
//   RGBA valid   columns       143      55        11             0       0
#ifndef SEGMENT
#define SEGMENT 64
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#include "lines.clh"

// [kernel]
kernel void rows(global const pixel* restrict input, const int width, const int height,
                 constant float* weights, global pixel* restrict middle) {
  const int out_width = output_extent(width, TAPS(RX));
  const int x = get_global_id(0) * SEGMENT, y = get_global_id(1);
  if (x >= out_width || y >= height)
    return;
  const float weight = weights[0];
  const int left = x - BEFORE(TAPS(RX)), count = min(SEGMENT, out_width - x);
  pixel sum = 0.0f;
  for (int i = 0; i < TAPS(RX); ++i)
    sum += pixel_in_row(input, width, left + i, y);
  middle[y * out_width + x] = weight * sum;
  for (int n = 1; n < count; ++n) {
    sum += pixel_in_row(input, width, left + n + 2 * RX, y) -
           pixel_in_row(input, width, left + n - 1, y);
    middle[y * out_width + x + n] = weight * sum;
  }
}

kernel void columns(global const pixel* restrict middle, const int width, const int height,
                    constant float* weights, global pixel* restrict output) {
  const int out_height = output_extent(height, TAPS(RY));
  const int x = get_global_id(0), y = get_global_id(1) * SEGMENT;
  if (x >= width || y >= out_height)
    return;
  const float weight = weights[0];
  const int top = y - BEFORE(TAPS(RY)), count = min(SEGMENT, out_height - y);
  pixel sum = 0.0f;
  for (int j = 0; j < TAPS(RY); ++j)
    sum += pixel_in_column(middle, width, height, x, top + j);
  output[y * width + x] = weight * sum;
  for (int n = 1; n < count; ++n) {
    sum += pixel_in_column(middle, width, height, x, top + n + 2 * RY) -
           pixel_in_column(middle, width, height, x, top + n - 1);
    output[(y + n) * width + x] = weight * sum;
  }
}
// [/kernel]
