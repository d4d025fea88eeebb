// v17: three products instead of four.
//
// Changed: v15 computes two outputs, one below the other, from two rows of weights w0, w1 and three
// rows of pixels p0, p1, p2 with four products:
//   above = w0 p0 + w1 p1        below = w0 p1 + w1 p2
// The same with three:
//   both  = (w0 + w1) p1
//   above = w0 (p0 - p1) + both  below = w1 (p2 - p1) + both
// Why: where arithmetic is the limit, only fewer operations help. w0 + w1 costs nothing, because the
// compiler knows the weights. A difference is computed once for each pixel of the window, and used
// by all columns of the filter and all pairs of outputs.
// The price: three sums for a pair of outputs instead of two. Rounding errors are a little larger.
// And where a pixel is infinite, the two infinities of a pair may cancel to NaN.
//
//   FILTER_H odd: the last row of weights has no partner, and takes its two products.
//
// NDRange   as v11
// Local     as v11
// Needs     as v11; WEIGHTS, as v14; ROWS even
// Loads     tile and local as v11; constant: none where the loops are unrolled
// Stores    as v11
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
#define TILE_HEIGHT (LY * ROWS + FILTER_H - 1)
// Tens of thousands of instructions are slow to build, and too many for an instruction cache.
#if ROWS * FILTER_H * FILTER_W * 4 <= 8192
#define UNROLL (ROWS + FILTER_H - 1)
#else
#define UNROLL 1
#endif

constant float filter[FILTER_W * FILTER_H] = {WEIGHTS};

// Adds a row of weights, or the sum of two, times a row of the window.
void add_row(float4* sum, const float* row, const int j, const int j2) {
#pragma unroll
  for (int i = 0; i < FILTER_W; ++i) {
    const float weight = filter[j * FILTER_W + i] + (j2 < 0 ? 0.0f : filter[j2 * FILTER_W + i]);
    *sum += weight * get4(row + SKIP + i * CHANNELS);
  }
}

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
convolve(global const float* input, const int width, const int height, const int pitch,
         global float* output) {
  local float4 tile[TILE_HEIGHT][TILE_WIDTH / 4];
  const int x = get_local_id(0), y = get_local_id(1);

  // Load.
  const int left = get_group_id(0) * LX * 4 - LEFT;
  const int top = get_group_id(1) * LY * ROWS - BEFORE(FILTER_H);
  for (int n = y * LX + x; n < TILE_WIDTH / 4 * TILE_HEIGHT; n += LX * LY) {
    const int r = n / (TILE_WIDTH / 4), c = n - r * (TILE_WIDTH / 4);
    tile[r][c] = read_float4(input, width, height, pitch, left + c * 4, top + r);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // Compute. The guard comes after the barrier, which every work-item must reach.
  const int out_x = get_global_id(0) * 4, out_y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W) * CHANNELS;
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

  // [pairs]
  float4 above[ROWS / 2], both[ROWS / 2], below[ROWS / 2];
#pragma unroll
  for (int m = 0; m < ROWS / 2; ++m)
    above[m] = both[m] = below[m] = 0.0f;
  float last[WINDOW], now[WINDOW], difference[WINDOW];
#pragma unroll UNROLL
  for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
    if (r > 0)
#pragma unroll
      for (int k = 0; k < WINDOW; ++k)
        last[k] = now[k];
#pragma unroll
    for (int k = 0; k < WINDOW / 4; ++k)
      put4(tile[y * ROWS + r][x + k], now + 4 * k);
    if (r > 0)
#pragma unroll
      for (int k = 0; k < WINDOW; ++k)
        difference[k] = r % 2 == 1 ? last[k] - now[k] : now[k] - last[k];
#pragma unroll
    for (int m = 0; m < ROWS / 2; ++m) {
      const int j = r - 2 * m; // the filter's row that lies on this one, for the upper output
      if (j % 2 == 1 && j < FILTER_H) {
        add_row(&above[m], difference, j - 1, -1);
        add_row(&both[m], now, j - 1, j);
      } else if (j % 2 == 0 && j > 1 && j <= FILTER_H)
        add_row(&below[m], difference, j - 1, -1);
      if (FILTER_H % 2 == 1 && j == FILTER_H - 1) // the last row of weights
        add_row(&above[m], now, FILTER_H - 1, -1);
      if (FILTER_H % 2 == 1 && j == FILTER_H)
        add_row(&below[m], now, FILTER_H - 1, -1);
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
