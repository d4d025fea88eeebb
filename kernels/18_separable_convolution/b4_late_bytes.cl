// b4: b3, and bytes stay bytes until they are handed on.
//
// Changed: b3 makes floats of four bytes where it loads them, and with that waits for them before it goes on to the
// sums. Here the four bytes are loaded as one number and stay that; they become floats when the work-item hands
// them on, a step later.
// Why: a conversion needs its operand, and so does taking four bytes apart, which a load of a uchar4 includes.
// Whatever is loaded ahead must not be touched before it is needed.
//
// NDRange, Local, Needs, Loads, Stores   as b3
// Counted at 17x9, radius 3x2, LX=32 ROWS=4 STRIP=35:    loads  stores  constant  local: loads  stores
//   grey reflect fused        2320     153         0           240     512
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

// As load4(), of bytes: the four of them in one number.
uint load_bytes(global const uchar* image, const int width, const int height, const int pitch,
                const int k, const int y, const bool inside) {
  const int row = border_index(y, height);
  if (row < 0)
    return 0;
  image += row * pitch * CHANNELS;
  if (inside)
    return *(global const uint*)(image + k);
  uchar v[4];
  for (int n = 0; n < 4; ++n) {
    const int from = border_float(k + n, width);
    v[n] = from < 0 ? 0 : image[from];
  }
  return as_uint((uchar4)(v[0], v[1], v[2], v[3]));
}

// As write_float4(), of the bytes that four sums are rounded to.
void write_bytes(global uchar* row, const int length, const int k, const float4 sum) {
  const uchar4 v = convert_uchar4(convert_int4((sum + 32768.0f) * 0x1p-16f));
  if (ALIGNED && k + 4 <= length) {
    *(global uchar4*)(row + k) = v;
    return;
  }
  const uchar bytes[4] = {v.x, v.y, v.z, v.w};
  for (int n = 0; n < min(4, length - k); ++n)
    row[k + n] = bytes[n];
}

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, 1, 1))) void
fused(global const uchar* restrict input, const int width, const int height, const int pitch,
      global uchar* restrict output) {
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
  uint next[ROWS];
#pragma unroll
  for (int q = 0; q < ROWS; ++q)
    next[q] = load_bytes(input, width, height, pitch, x, top + q, inside);
  int half_of_line = 0;
  // [ahead]
  for (int first = 0; first < rows + 2 * RY; first += ROWS) {
#pragma unroll
    for (int q = 0; q < ROWS; ++q)
      line[half_of_line][q][n] = convert_float4(as_uchar4(next[q]));
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int q = 0; q < ROWS; ++q)
      next[q] = load_bytes(input, width, height, pitch, x, top + first + ROWS + q, inside);
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
          write_bytes(output + (out_y + r - 2 * RY) * out_width, out_width, out_x, complete);
      }
    half_of_line ^= 1;
  }
}
// [/kernel]
