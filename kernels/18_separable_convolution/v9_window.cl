// v9: no tile. What a work-item needs more than once stays in its registers.
//
// Changed: a work-item of the rows loads the OUT + 2 * RX pixels that its OUT neighbouring outputs
// need. One of the columns slides down STRIP rows: it keeps 2 * RY + 1 sums, those of the outputs that
// the current pixel belongs to; the topmost is complete after each row, and all move up by one.
// Why: v7 loads each of its 34 factors from local memory. Here OUT = 4 outputs share 20 loads of a
// row, and a column loads each pixel of its strip once: 48 for 32 outputs.
// The price: sums that are begun above and below the strip are computed in vain.
//
// NDRange   2-D: ceil(width / OUT) x height of the middle image; width x ceil(height / STRIP) of the
//           output; rounded up to any local size
// Local     none
// Needs     registers for OUT + 2 * RX pixels, and for 2 * RY + 1
// Loads     for each work-item of the rows with an output: the pixels of its window that exist, constant
//           2 * RX + 1; of the columns with R outputs: its R + 2 * RY pixels that exist, constant
//           (R + 2 * RY) * (2 * RY + 1) - 2 * RY (in its first row all sums but one are of no use)
// Stores    one for each pixel of a pass
// Counted at 17x9, radius 3x2, CLX=4 CLY=8 OUT=4 RLX=8 RLY=4 STRIP=32:    loads  stores  constant  local: loads  stores
//   grey reflect rows          450     153       315             0       0
//   grey reflect columns       221     153      1037             0       0
//   RGBA valid   rows          261      99       189             0       0
//   RGBA valid   columns        99      55       451             0       0
#ifndef OUT
#define OUT 4
#endif
#ifndef STRIP
#define STRIP 32
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
  const int x = get_global_id(0) * OUT, y = get_global_id(1);
  if (x >= out_width || y >= height)
    return;
  pixel window[OUT + 2 * RX];
#pragma unroll
  for (int k = 0; k < OUT + 2 * RX; ++k)
    window[k] = pixel_in_row(input, width, x - BEFORE(TAPS(RX)) + k, y);
#pragma unroll
  for (int n = 0; n < OUT; ++n) {
    pixel sum = 0.0f;
#pragma unroll
    for (int i = 0; i < TAPS(RX); ++i)
      sum += weights[i] * window[n + i];
    if (x + n < out_width)
      middle[y * out_width + x + n] = sum;
  }
}

// [columns]
kernel void columns(global const pixel* restrict middle, const int width, const int height,
                    constant float* weights, global pixel* restrict output) {
  const int x = get_global_id(0), y = get_global_id(1) * STRIP;
  const int rows = min(STRIP, output_extent(height, TAPS(RY)) - y);
  if (x >= width || rows <= 0)
    return;
  pixel sum[TAPS(RY)];
#pragma unroll
  for (int j = 0; j < TAPS(RY); ++j)
    sum[j] = 0.0f;
#pragma unroll 1
  for (int r = 0; r < rows + 2 * RY; ++r) {
    const pixel p = pixel_in_column(middle, width, height, x, y - BEFORE(TAPS(RY)) + r);
#pragma unroll
    for (int j = 0; j < TAPS(RY); ++j)
      sum[j] += weights[2 * RY - j] * p;
    if (r >= 2 * RY)
      output[(y + r - 2 * RY) * width + x] = sum[0];
#pragma unroll
    for (int j = 0; j < 2 * RY; ++j)
      sum[j] = sum[j + 1];
    sum[2 * RY] = 0.0f;
  }
}
// [/columns]
// [/kernel]
