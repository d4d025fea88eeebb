// v16: the rows first, and sums that slide: no ring.
//
// Changed: each work-item hands its floats of the new row to its neighbours, makes the horizontal sum, and adds
// that to the 2 * RY + 1 outputs that it belongs to, as v9's columns do. The topmost is complete.
// Why: v15's ring turns by unrolling: 2 * RY + 1 copies of the loop's body. Sums move up by themselves, since a
// multiply-add may store into another register than it adds from: sum[j - 1] = sum[j] + weight * row. The code is
// as long as one row, and needs fewer registers. Strips may have any number of rows.
//
//   next row    -> line[r & 1] -> barrier -> load the row after it -> horizontal sum
//   sum[0] complete <- sum[1] <- sum[2] <- ... <- sum[2 * RY] <- 0      each plus weight * horizontal sum
//
// NDRange   1-D groups of LX: a group for ACROSS output floats x STRIP output rows
// Local     2 * LX * 16 bytes
// Needs     rows that start at multiples of 16 bytes; LX * 4 > 2 * RX * CHANNELS + 3
// Loads     for each work-item and each row of its strip, 2 * RY more, and one more, that exists: one float4 where
//           that lies inside of the image, else its floats that exist; local WINDOW / 4 in each row of its strip
//           and 2 * RY more
// Stores    output float4s, single floats in one that the end of a row cuts; local: one for each row
// Counted at 17x9, radius 3x2, LX=32 STRIP=35:    loads  stores  constant  local: loads  stores
//   grey reflect fused        1624      45         0           195     416
//   RGBA valid   fused         153      55         0           693     288
#ifndef LX
#define LX 128
#endif
#ifndef STRIP
#define STRIP 272
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#include "strip.clh"
#include "literals.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, 1, 1))) void
fused(global const float* restrict input, const int width, const int height, const int pitch,
      global float* restrict output) {
  local float4 line[2][LX];
  const int n = get_local_id(0);
  const int out_width = output_extent(width, TAPS(RX)) * CHANNELS;
  const int out_x = get_group_id(0) * ACROSS + 4 * n, out_y = get_group_id(1) * STRIP;
  const int rows = min(STRIP, output_extent(height, TAPS(RY)) - out_y);
  const int x = out_x - LEFT, top = out_y - BEFORE(TAPS(RY));
  const bool inside = x >= 0 && x + 4 <= width * CHANNELS;
  const bool computes = 4 * n < ACROSS && out_x < out_width;

  float4 sum[TAPS(RY)]; // sum[0] belongs to the output row that the current one completes
#pragma unroll
  for (int j = 0; j < TAPS(RY); ++j)
    sum[j] = 0.0f;
  float4 next = load4(input, width, height, pitch, x, top, inside);
  for (int r = 0; r < rows + 2 * RY; ++r) {
    line[r & 1][n] = next;
    barrier(CLK_LOCAL_MEM_FENCE); // one is enough: the next row goes to the other half of `line`
    next = load4(input, width, height, pitch, x, top + r + 1, inside);
    if (computes) {
      float window[WINDOW];
#pragma unroll
      for (int w = 0; w < WINDOW / 4; ++w)
        put4(line[r & 1][n + w], window + 4 * w);
      float4 across = 0.0f;
#pragma unroll
      for (int i = 0; i < TAPS(RX); ++i)
        across += row_weights[i] * get4(window + SKIP + i * CHANNELS);
      const float4 complete = sum[0] + column_weights[2 * RY] * across;
#pragma unroll
      for (int j = 1; j < TAPS(RY); ++j)
        sum[j - 1] = sum[j] + column_weights[2 * RY - j] * across;
      sum[2 * RY] = 0.0f;
      if (r >= 2 * RY)
        write_float4(output + (out_y + r - 2 * RY) * out_width, out_width, out_x, complete);
    }
  }
}
// [/kernel]
