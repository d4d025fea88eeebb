// v12: one kernel, and every row of the image is filtered once: a group streams down a strip.
//
// Changed: a group is LX work-items side by side, four floats each. Each keeps a ring of the last
// 2 * RY + 1 input rows of its floats in registers. For each new row it makes the vertical sum, hands it to
// its neighbours through one row in local memory, and makes the horizontal sum from that.
// Why: no middle image (v10 writes and reads one), and no rows that two groups filter (v11's halo above
// and below), except 2 * RY at the top of a strip. Local memory holds two rows, whatever the radius.
// The ring turns by unrolling: in step k of 2 * RY + 1 the newest row is ring[k], so that every index is a
// constant, and the compiler can keep the ring in registers. Above a radius of about 16 they are too few.
//
//   input rows  r-4 r-3 r-2 r-1  r       RY = 2
//   ring         [1] [2] [3] [4] [0]     vertical sum -> line[r & 1] -> barrier -> horizontal sum
//   next row         [2] [3] [4] [0] [1]
//
// NDRange   1-D groups of LX: a group for ACROSS output floats x STRIP output rows
// Local     2 * LX * 16 bytes
// Needs     rows that start at multiples of 16 bytes; LX * 4 > 2 * RX * CHANNELS + 3
// Loads     for each work-item and each row of its strip's whole turns that exists: one float4 where that lies
//           inside of the image, else its floats that exist; constant 2 * RY + 1, and 2 * RX + 1 with an
//           output; local WINDOW / 4 with an output
// Stores    output float4s, single floats in one that the end of a row cuts; local: one for each row
// Counted at 17x9, radius 3x2, LX=32 ROUNDS=3:    loads  stores  constant  local: loads  stores
//   grey reflect fused        1740      45      2715           135     480
//   RGBA valid   fused         153      55      1985           385     320
#ifndef LX
#define LX 128
#endif
#ifndef ROUNDS
#define ROUNDS 17
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#include "strip.clh"
#define RING TAPS(RY)
#define STRIP (ROUNDS * RING - 2 * RY) // output rows: the input rows are then whole turns of the ring

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, 1, 1))) void
fused(global const float* restrict input, const int width, const int height, const int pitch,
      constant float* row_weights, constant float* column_weights, global float* restrict output) {
  local float4 line[2][LX];
  const int n = get_local_id(0);
  const int out_width = output_extent(width, TAPS(RX)) * CHANNELS;
  const int out_x = get_group_id(0) * ACROSS + 4 * n, out_y = get_group_id(1) * STRIP;
  const int rows = min(STRIP, output_extent(height, TAPS(RY)) - out_y);
  const int x = out_x - LEFT, top = out_y - BEFORE(TAPS(RY));
  const bool inside = x >= 0 && x + 4 <= width * CHANNELS;

  float4 ring[RING]; // the last RING rows: every index is a constant once the loop over k is unrolled
#pragma unroll
  for (int k = 0; k < RING; ++k)
    ring[k] = 0.0f;
  for (int turn = 0; turn < rows + 2 * RY; turn += RING)
#pragma unroll
    for (int k = 0; k < RING; ++k) {
      const int r = turn + k;
      ring[k] = load4(input, width, height, pitch, x, top + r, inside);
      // ring[k] is the newest row, ring[k + 1] the oldest.
      float4 down = 0.0f;
#pragma unroll
      for (int j = 0; j < RING; ++j)
        down += column_weights[j] * ring[(k + 1 + j) % RING];
      line[r & 1][n] = down;
      barrier(CLK_LOCAL_MEM_FENCE); // one is enough: the next row goes to the other half of `line`
      if (r >= 2 * RY && r < rows + 2 * RY && 4 * n < ACROSS && out_x < out_width) {
        float window[WINDOW];
#pragma unroll
        for (int w = 0; w < WINDOW / 4; ++w)
          put4(line[r & 1][n + w], window + 4 * w);
        float4 across = 0.0f;
#pragma unroll
        for (int i = 0; i < TAPS(RX); ++i)
          across += row_weights[i] * get4(window + SKIP + i * CHANNELS);
        write_float4(output + (out_y + r - 2 * RY) * out_width, out_width, out_x, across);
      }
    }
}
// [/kernel]
