// v17: ROWS rows for each barrier.
//
// Changed: v16b has the next ROWS rows on their way, and hands on one of them for each barrier. Here all of them are
// handed on at once.
// Why: one barrier for ROWS rows. The price: ROWS times the local memory.
//
// NDRange   as v16
// Local     2 * ROWS * LX * 16 bytes
// Needs     as v16
// Loads     as v16, with the rows of a strip and 2 * RY more rounded up to a multiple of ROWS, and ROWS more
// Stores    as v16, local: one for each of these rows
// Counted at 17x9, radius 3x2, LX=32 ROWS=4 STRIP=35:    loads  stores  constant  local: loads  stores
//   grey reflect fused        2320      45         0           240     512
//   RGBA valid   fused         153      55         0           924     384
// Counted at 17x9, radius 3x2, GROUPS=4 LX=32 ROWS=4:    loads  stores  constant  local: loads  stores
//   grey reflect fused        3248      45         0           300     640
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
  local float4 line[2][ROWS][LX];
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
  float4 next[ROWS];
#pragma unroll
  for (int q = 0; q < ROWS; ++q)
    next[q] = load4(input, width, height, pitch, x, top + q, inside);
  // [ahead]
  int half_of_line = 0;
  for (int first = 0; first < rows + 2 * RY; first += ROWS) {
#pragma unroll
    for (int q = 0; q < ROWS; ++q)
      line[half_of_line][q][n] = next[q];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int q = 0; q < ROWS; ++q)
      next[q] = load4(input, width, height, pitch, x, top + first + ROWS + q, inside);
  // [/ahead]
    if (computes)
#pragma unroll
      for (int q = 0; q < ROWS; ++q) {
        float window[WINDOW];
#pragma unroll
        for (int w = 0; w < WINDOW / 4; ++w)
          put4(line[half_of_line][q][n + w], window + 4 * w);
        float4 across = 0.0f;
#pragma unroll
        for (int i = 0; i < TAPS(RX); ++i)
          across += row_weights[i] * get4(window + SKIP + i * CHANNELS);
        const float4 complete = sum[0] + column_weights[2 * RY] * across;
#pragma unroll
        for (int j = 1; j < TAPS(RY); ++j)
          sum[j - 1] = sum[j] + column_weights[2 * RY - j] * across;
        sum[2 * RY] = 0.0f;
        const int r = first + q;
        if (r >= 2 * RY && r < rows + 2 * RY)
          write_float4(output + (out_y + r - 2 * RY) * out_width, out_width, out_x, complete);
      }
    half_of_line ^= 1;
  }
}
// [/kernel]
