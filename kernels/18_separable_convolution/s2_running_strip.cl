// s2: running sums in both directions, in one pass.
//
// Changed: a group of LX work-items walks down a strip, as v17's, four columns of floats to each work-item. The sum of a
// column runs down: plus the row that enters, minus the row that leaves, which is read a second time. ROWS rows of these
// sums go to local memory, where the same work-items run along the rows: each takes a part of one row.
// Why: s1's work-items read SEGMENT pixels apart in the rows. Here global memory is read and written side by side, and
// only local memory along a row. No middle image, and no work that grows with the radius but the first window of a part.
//
// NDRange   1-D groups of LX: a group for ACROSS output pixels x STRIP output rows
// Local     2 * ROWS * (4 * LX + 1) * 4 bytes
// Needs     equal weights in each line; LX a multiple of ROWS * CHANNELS; 4 * LX > 2 * RX * CHANNELS
// Loads     for each column of floats that exists: 2 * RY rows at the top of the strip, then two for each output row,
//           rounded up to ROWS; local 2 * RX + 1 for the first pixel of a part, two for each of the others, and one for
//           each output; constant 2 for each work-item
// Stores    one for each output float; local: one for each sum of a column and of a row
// Counted at 17x9, radius 3x2, LX=32 ROWS=4 STRIP=35:    loads  stores  constant  local: loads  stores
//   grey reflect fused        3584     153        64          3561    3000
//   RGBA valid   fused        1156     220        64          2204    1856
#ifndef LX
#define LX 128
#endif
#ifndef ROWS
#define ROWS 4
#endif
#ifndef STRIP
#define STRIP 136
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#include "lines.clh"
#define FLOATS (4 * LX)                                // columns of a group
#define ACROSS (FLOATS / CHANNELS - 2 * RX)            // output pixels side by side
#define PARTS (LX / ROWS / CHANNELS)                   // of a row and channel
#define LENGTH ((ACROSS + PARTS - 1) / PARTS)          // pixels of a part

float at(global const float* input, const int width, const int height, const int y, const int column) {
  const int row = border_index(y, height);
  return row < 0 || column < 0 ? 0.0f : input[row * width * CHANNELS + column];
}

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, 1, 1))) void
fused(global const float* restrict input, const int width, const int height, constant float* row_weights,
      constant float* column_weights, global float* restrict output) {
  local float down[ROWS][FLOATS + 1]; // one more: rows start in different banks
  local float both[ROWS][FLOATS + 1];
  const int n = get_local_id(0);
  const int out_width = output_extent(width, TAPS(RX)), first_x = get_group_id(0) * ACROSS;
  const int out_y = get_group_id(1) * STRIP;
  const int rows = min(STRIP, output_extent(height, TAPS(RY)) - out_y);
  const int top = out_y - BEFORE(TAPS(RY));
  const int floats = min(ACROSS, out_width - first_x) * CHANNELS; // output floats side by side
  const float weight = row_weights[0] * column_weights[0];

  int column[4];
  float sum[4];
  for (int c = 0; c < 4; ++c) {
    column[c] = border_float((first_x - BEFORE(TAPS(RX))) * CHANNELS + n + c * LX, width);
    sum[c] = 0.0f;
    for (int j = 0; j < 2 * RY; ++j)
      sum[c] += at(input, width, height, top + j, column[c]);
  }
  const uint line = (uint)n / ROWS, part = line / CHANNELS; // a row, a channel and a part
  const int first = part * LENGTH;
  const uint q = n - line * ROWS, channel = line - part * CHANNELS;

  for (int y = 0; y < rows; y += ROWS) {
    // Down: sums of columns, side by side.
#pragma unroll
    for (int k = 0; k < ROWS; ++k)
#pragma unroll
      for (int c = 0; c < 4; ++c) {
        sum[c] += at(input, width, height, top + y + k + 2 * RY, column[c]);
        down[k][n + c * LX] = sum[c];
        sum[c] -= at(input, width, height, top + y + k, column[c]);
      }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Across: a part of a row and channel for each work-item.
    float across = 0.0f;
    for (int x = first; x < min(first + LENGTH, ACROSS); ++x) {
      if (x == first)
        for (int i = 0; i < TAPS(RX); ++i)
          across += down[q][(x + i) * CHANNELS + channel];
      else
        across += down[q][(x + 2 * RX) * CHANNELS + channel] - down[q][(x - 1) * CHANNELS + channel];
      both[q][x * CHANNELS + channel] = weight * across;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 0; k < min(ROWS, rows - y); ++k)
      for (int x = n; x < floats; x += LX)
        output[((out_y + y + k) * out_width + first_x) * CHANNELS + x] = both[k][x];
  }
}
// [/kernel]
