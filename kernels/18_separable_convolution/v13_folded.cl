// v13: a symmetric filter is folded: pixels with the same weight are added first.
//
// Changed: RX + 1 products and RX sums for each line, where v12 has 2 * RX + 1 multiply-adds.
// Why: half of the products. But a multiply-add is one instruction, and an addition is one, too: 9 + 8 are
// the 17 instructions of v12. It gains only where products are dearer than sums.
//
// NDRange, Local   as v12
// Needs     as v12; weights that are the same from both ends
// Loads     as v12, but constant: RY + 1, and RX + 1 with an output
// Stores    as v12
// Counted at 17x9, radius 3x2, LX=32 ROUNDS=3:    loads  stores  constant  local: loads  stores
//   grey reflect fused        1740      45      1620           135     480
//   RGBA valid   fused         153      55      1180           385     320
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
      // [down]
      float4 down = column_weights[RY] * ring[(k + 1 + RY) % RING];
#pragma unroll
      for (int j = 0; j < RY; ++j)
        down += column_weights[j] * (ring[(k + 1 + j) % RING] + ring[(k + 2 * RY + 1 - j) % RING]);
      // [/down]
      line[r & 1][n] = down;
      barrier(CLK_LOCAL_MEM_FENCE); // one is enough: the next row goes to the other half of `line`
      if (r >= 2 * RY && r < rows + 2 * RY && 4 * n < ACROSS && out_x < out_width) {
        float window[WINDOW];
#pragma unroll
        for (int w = 0; w < WINDOW / 4; ++w)
          put4(line[r & 1][n + w], window + 4 * w);
        float4 across = row_weights[RX] * get4(window + SKIP + RX * CHANNELS);
#pragma unroll
        for (int i = 0; i < RX; ++i)
          across += row_weights[i] * (get4(window + SKIP + i * CHANNELS) +
                                      get4(window + SKIP + (2 * RX - i) * CHANNELS));
        write_float4(output + (out_y + r - 2 * RY) * out_width, out_width, out_x, across);
      }
    }
}
// [/kernel]
