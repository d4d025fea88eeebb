// v15: the next row is loaded while this one is filtered.
//
// Changed: behind the barrier a work-item loads its floats of the next row, which it needs only in the next step.
// Why: in v12 and v14 a load is followed at once by the sum that needs it, and then by a barrier: the whole group
// waits for memory in every row. Here the horizontal sum is computed in the meantime.
//
// NDRange, Local, Needs, Stores   as v14
// Loads     as v14, and one row more
// Counted at 17x9, radius 3x2, LX=32 ROUNDS=3:    loads  stores  constant  local: loads  stores
//   grey reflect fused        1856      45         0           135     480
//   RGBA valid   fused         153      55         0           385     320
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
#include "literals.clh"
#define RING TAPS(RY)
#define STRIP (ROUNDS * RING - 2 * RY) // output rows: the input rows are then whole turns of the ring

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

  float4 ring[RING]; // the last RING rows: every index is a constant once the loop over k is unrolled
#pragma unroll
  for (int k = 0; k < RING; ++k)
    ring[k] = 0.0f;
  // [ahead]
  float4 next = load4(input, width, height, pitch, x, top, inside);
  for (int turn = 0; turn < rows + 2 * RY; turn += RING)
#pragma unroll
    for (int k = 0; k < RING; ++k) {
      const int r = turn + k;
      ring[k] = next;
      // ring[k] is the newest row, ring[k + 1] the oldest.
      float4 down = 0.0f;
#pragma unroll
      for (int j = 0; j < RING; ++j)
        down += column_weights[j] * ring[(k + 1 + j) % RING];
      line[r & 1][n] = down;
      barrier(CLK_LOCAL_MEM_FENCE); // one is enough: the next row goes to the other half of `line`
      next = load4(input, width, height, pitch, x, top + r + 1, inside);
  // [/ahead]
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
