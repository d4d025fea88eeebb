// v17: three products instead of four.
//
// Changed: v15 computes two outputs, one below the other, from two rows of weights w0, w1 and three
// rows of pixels p0, p1, p2 with four products:
//   above = w0 p0 + w1 p1          below = w0 p1 + w1 p2
// The same with three:
//   both  = (w0 + w1) p1
//   above = w0 (p0 - p1) + both    below = w1 (p2 - p1) + both
// Why: where arithmetic is the limit, only fewer operations help. w0 + w1 costs nothing, because the
// compiler knows the weights, and the differences are in the tile: one subtraction for each, used by
// all columns of the filter, all pairs of rows and all outputs that need it.
// The price: three rows in the tile for two of the image, three sums for two outputs, and rounding
// errors that are a little larger. Where a pixel is infinite, infinities may cancel to NaN.
//
//   An odd filter gets a row of zeros above it. An infinite or NaN pixel under these zeros may make
//   the output below it NaN.
//
// NDRange   as v11
// Local     6 * TILE_WIDTH * the rows of v11's tile, about
// Needs     as v11; WEIGHTS, as v14; ROWS even
// Loads     tile: three float4s for each float4 of a pair of rows; for each work-item: local 3 *
//           PAIRS(ROWS) * WINDOW / 4; constant: none where the loops are unrolled
// Stores    as v11; local: the tile's float4s
#ifndef LX
#define LX 32
#define LY 8
#endif
#ifndef ROWS
#define ROWS 4
#endif
#if ROWS % 2 == 1
#error "v17 computes pairs of rows: ROWS must be even"
#endif
#include "border.clh"
// In floats: what the tile holds left of the block, those of them that nobody needs, what a
// work-item needs of a row, and the width of the tile.
#define LEFT ((BEFORE(FILTER_W) * CHANNELS + 3) / 4 * 4)
#define SKIP (LEFT - BEFORE(FILTER_W) * CHANNELS)
#define WINDOW ((SKIP + 4 + (FILTER_W - 1) * CHANNELS + 3) / 4 * 4)
#define TILE_WIDTH ((LX - 1) * 4 + WINDOW)
// Pairs of rows: of weights, and of pixels that so many rows of outputs need.
#define ODD (FILTER_H % 2)
#define WEIGHT_PAIRS ((FILTER_H + ODD) / 2)
#define PAIRS(rows) ((rows) / 2 + WEIGHT_PAIRS - 1)
// Tens of thousands of instructions are slow to build, and too many for an instruction cache.
#if ROWS * FILTER_H * FILTER_W * 4 <= 8192
#define UNROLL PAIRS(ROWS)
#else
#define UNROLL 1
#endif

constant float filter[FILTER_W * FILTER_H] = {WEIGHTS};

// An odd filter has a row of zeros above it.
float weight(const int j, const int i) {
  return j < 0 ? 0.0f : filter[j * FILTER_W + i];
}

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
convolve(global const float* input, const int width, const int height, const int pitch,
         global float* output) {
  local float4 tile[PAIRS(LY * ROWS)][3][TILE_WIDTH / 4];
  const int x = get_local_id(0), y = get_local_id(1);

  // Load.
  const int left = get_group_id(0) * LX * 4 - LEFT;
  const int top = get_group_id(1) * LY * ROWS - BEFORE(FILTER_H) - ODD;
  // [differences]
  for (int n = y * LX + x; n < TILE_WIDTH / 4 * PAIRS(LY * ROWS); n += LX * LY) {
    const int q = n / (TILE_WIDTH / 4), c = n - q * (TILE_WIDTH / 4);
    const float4 p0 = read_float4(input, width, height, pitch, left + c * 4, top + 2 * q);
    const float4 p1 = read_float4(input, width, height, pitch, left + c * 4, top + 2 * q + 1);
    const float4 p2 = read_float4(input, width, height, pitch, left + c * 4, top + 2 * q + 2);
    tile[q][0][c] = p0 - p1;
    tile[q][1][c] = p1;
    tile[q][2][c] = p2 - p1;
  }
  // [/differences]
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_x = get_global_id(0) * 4, out_y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W) * CHANNELS;
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

  float4 above[ROWS / 2], both[ROWS / 2], below[ROWS / 2];
#pragma unroll
  for (int m = 0; m < ROWS / 2; ++m)
    above[m] = both[m] = below[m] = 0.0f;
    // [pairs]
#pragma unroll UNROLL
  for (int q = 0; q < PAIRS(ROWS); ++q) {
    float d0[WINDOW], p1[WINDOW], d2[WINDOW];
#pragma unroll
    for (int k = 0; k < WINDOW / 4; ++k) {
      put4(tile[y * ROWS / 2 + q][0][x + k], d0 + 4 * k);
      put4(tile[y * ROWS / 2 + q][1][x + k], p1 + 4 * k);
      put4(tile[y * ROWS / 2 + q][2][x + k], d2 + 4 * k);
    }
#pragma unroll
    for (int m = 0; m < ROWS / 2; ++m)
      if (q - m >= 0 && q - m < WEIGHT_PAIRS)
#pragma unroll
        for (int i = 0; i < FILTER_W; ++i) {
          const int k = SKIP + i * CHANNELS, j = 2 * (q - m) - ODD;
          const float w0 = weight(j, i), w1 = weight(j + 1, i);
          if (j >= 0)
            above[m] += w0 * get4(d0 + k);
          both[m] += (w0 + w1) * get4(p1 + k);
          below[m] += w1 * get4(d2 + k);
        }
  }
  // [/pairs]

  // Store.
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (out_y + j < out_height)
      write_float4(output + (out_y + j) * out_width, out_width, out_x,
                   (j % 2 == 0 ? above : below)[j / 2] + both[j / 2]);
}
// [/kernel]
