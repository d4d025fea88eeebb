// b1: v7 on bytes, in whole numbers.
//
// Changed: a pixel is a byte (four, with CHANNELS=4), and the weights are whole numbers that are not
// negative and add up to 256.
// Why: a quarter of the bytes, and nothing is lost on the way: a row sum is at most 255 * 256, which fits the
// 16 bits of the middle image, and the sum of the columns fits 24. It is rounded once, at the end:
// (sum + 32768) >> 16. So the result is the same whichever pass comes first.
//
// NDRange   as v7
// Local     (RLX + 2 * MAX_RADIUS) * RLY * CHANNELS bytes, CLX * (CLY + 2 * MAX_RADIUS) * CHANNELS * 2 bytes
// Needs, Loads, Stores   as v7, in bytes and in 16 bits
// Counted at 17x9, radius 3x2, CLX=4 CLY=8 RLX=8 RLY=4:    loads  stores  constant  local: loads  stores
//   grey reflect rows         1080     153      1071          1071    1080
//   grey reflect columns      1360     153       765           765    1360
//   RGBA valid   rows          306      99       693           693     720
//   RGBA valid   columns        99      55       275           275     440
#ifndef RLX
#define RLX 32
#define RLY 4
#define CLX 16
#define CLY 32
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#ifndef MAX_RADIUS
#define MAX_RADIUS 16
#endif
#include "bytes.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(RLX, RLY, 1))) void
rows(global const pixel8* input, const int width, const int height, constant uint* weights,
     global pixel16* middle) {
  local pixel8 tile[RLY][RLX + 2 * MAX_RADIUS];
  const int x = get_global_id(0), y = get_global_id(1);
  const int n = get_local_id(0), line = get_local_id(1);

  const int left = x - n + CENTRE(RX) - MAX_RADIUS;
  if (y < height)
    for (int k = n; k < RLX + 2 * MAX_RADIUS; k += RLX) {
      const int column = border_index(left + k, width);
      tile[line][k] = column < 0 ? (pixel8)(0) : input[y * width + column];
    }
  barrier(CLK_LOCAL_MEM_FENCE);

  const int out_width = output_extent(width, TAPS(RX));
  if (x >= out_width || y >= height)
    return;
  pixel32 sum = 0;
#pragma unroll
  for (int i = 0; i < TAPS(RX); ++i)
    sum += weights[i] * TO32(tile[line][n + MAX_RADIUS - RX + i]);
  middle[y * out_width + x] = TO16(sum);
}

kernel __attribute__((reqd_work_group_size(CLX, CLY, 1))) void
columns(global const pixel16* middle, const int width, const int height, constant uint* weights,
        global pixel8* output) {
  local pixel16 tile[CLY + 2 * MAX_RADIUS][CLX];
  const int x = get_global_id(0), y = get_global_id(1);
  const int line = get_local_id(0), n = get_local_id(1);

  const int top = y - n + CENTRE(RY) - MAX_RADIUS;
  if (x < width)
    for (int k = n; k < CLY + 2 * MAX_RADIUS; k += CLY) {
      const int row = border_index(top + k, height);
      tile[k][line] = row < 0 ? (pixel16)(0) : middle[row * width + x];
    }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= output_extent(height, TAPS(RY)))
    return;
  pixel32 sum = 32768;
#pragma unroll
  for (int j = 0; j < TAPS(RY); ++j)
    sum += weights[j] * TO32(tile[n + MAX_RADIUS - RY + j][line]);
  output[y * width + x] = TO8(sum >> 16);
}
// [/kernel]
