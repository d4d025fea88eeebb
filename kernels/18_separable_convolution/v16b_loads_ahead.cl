// v16b: ROWS loads on their way.
//
// Changed: a work-item has the floats of the next ROWS rows on their way, where v16 has those of the next one.
// There is still a barrier for each row.
// Why: v17 changes two things against v16, the loads on their way and the number of barriers. This step changes
// the first one only. The price: ROWS float4s in registers, and a loop written out for ROWS rows, so that each
// index into `next` is a constant.
//
// NDRange, Local, Needs   as v16
// Loads     as v16, with the rows of a strip and 2 * RY more rounded up to a multiple of ROWS, and ROWS more
// Stores    as v16, local: one for each of these rows
// Counted at 17x9, radius 3x2, LX=32 ROWS=4 STRIP=35:    loads  stores  constant  local: loads  stores
//   grey reflect fused        2320      45         0           240     512
//   RGBA valid   fused         153      55         0           924     384
#ifndef LX
#define LX 128
#endif
#ifndef STRIP
#define STRIP 272
#endif
#ifndef ROWS
#define ROWS 4
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
  // [ahead]
  float4 next[ROWS];
#pragma unroll
  for (int q = 0; q < ROWS; ++q)
    next[q] = load4(input, width, height, pitch, x, top + q, inside);
  for (int first = 0; first < rows + 2 * RY; first += ROWS)
#pragma unroll
    for (int q = 0; q < ROWS; ++q) {
      const int r = first + q;
      line[r & 1][n] = next[q];
      barrier(CLK_LOCAL_MEM_FENCE);
      next[q] = load4(input, width, height, pitch, x, top + r + ROWS, inside);
  // [/ahead]
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
        if (r >= 2 * RY && r < rows + 2 * RY)
          write_float4(output + (out_y + r - 2 * RY) * out_width, out_width, out_x, complete);
      }
    }
}
// [/kernel]
