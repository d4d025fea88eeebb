// v11: both passes in one kernel. The middle image is a tile in local memory.
//
// Changed: v7's group copies block and halo of both passes, filters the rows of this tile into a second
// one, and then the columns of that.
// Why: the middle image is neither written to global memory nor read again: 8 bytes a float, not 16.
// The price: the rows of the halo are filtered by two groups, each for itself. Block 32 x 16, radius 8:
// 32 * 32 row sums for 512 outputs, two each where v7 has one; and 48 * 32 loads, 3 each.
//
//   copied        (LX + 2 RX) x (LY + 2 RY)
//   rows summed    LX         x (LY + 2 RY)
//   columns        LX         x  LY
//
// NDRange   the output's width x height, rounded up to LX x LY
// Local     (LX + 2 * RX + LX) * (LY + 2 * RY) * CHANNELS * 4 bytes
// Needs     that much local memory
// Loads     for each group: the pixels of its tile that exist; constant and local: for each row sum
//           2 * RX + 1, for each output pixel 2 * RY + 1
// Stores    one for each output pixel; local: (LX + 2 * RX + LX) * (LY + 2 * RY) for each group
// Counted at 17x9, radius 3x2, LX=8 LY=4:    loads  stores  constant  local: loads  stores
//   grey reflect fused        1008     153      4797          4797    1584
//   RGBA valid   fused         299      55      2067          2067     704
#ifndef LX
#define LX 32
#define LY 16
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#include "lines.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
fused(global const pixel* input, const int width, const int height, constant float* row_weights,
      constant float* column_weights, global pixel* output) {
  local pixel tile[LY + 2 * RY][LX + 2 * RX];
  local pixel sums[LY + 2 * RY][LX];
  const int x = get_local_id(0), y = get_local_id(1);

  // Load.
  const int left = get_group_id(0) * LX - BEFORE(TAPS(RX));
  const int top = get_group_id(1) * LY - BEFORE(TAPS(RY));
  for (int r = y; r < LY + 2 * RY; r += LY)
    for (int c = x; c < LX + 2 * RX; c += LX)
      tile[r][c] = read_pixel(input, width, height, width, left + c, top + r);
  barrier(CLK_LOCAL_MEM_FENCE);

  // Rows.
  for (int r = y; r < LY + 2 * RY; r += LY) {
    pixel sum = 0.0f;
#pragma unroll
    for (int i = 0; i < TAPS(RX); ++i)
      sum += row_weights[i] * tile[r][x + i];
    sums[r][x] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  // Columns. The guard comes after the barriers, which every work-item must reach.
  const int out_x = get_global_id(0), out_y = get_global_id(1);
  const int out_width = output_extent(width, TAPS(RX));
  if (out_x >= out_width || out_y >= output_extent(height, TAPS(RY)))
    return;
  pixel sum = 0.0f;
#pragma unroll
  for (int j = 0; j < TAPS(RY); ++j)
    sum += column_weights[j] * sums[y + j][x];
  output[out_y * out_width + out_x] = sum;
}
// [/kernel]
