// b2: c1 on bytes. The sums are whole numbers in floats, and exact.
//
// Changed: loads turn 16 bytes into 16 floats, stores the sums into bytes. The weights are b1's, as floats.
// Why: a quarter of the bytes. A float holds every whole number up to 2^24, and the largest sum is 255 * 65536
// + 32768, a little less: no product and no sum is rounded, and the result is b1's to the last bit.
//
// NDRange, Local, Needs, Loads, Stores   as c1, in bytes
// Counted at 17x9, radius 3x2, COLUMNS=2048 ROWS=4 STRIP=64:    loads  stores  constant  local: loads  stores
//   grey reflect fused         444      18       606             0       0
//   RGBA valid   fused         188      70       762             0       0
#ifndef COLUMNS
#define COLUMNS 512
#endif
#ifndef ROWS
#define ROWS 4
#endif
#ifndef STRIP
#define STRIP 64
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#include "lines.clh"
#define LINE (COLUMNS + 2 * RX * CHANNELS) // floats of a row that the block's outputs need

// [numbers]
#define LOAD16(p) convert_float16(vload16(0, p))
#define ROUND 32768.0f
#define SCALE 0x1p-16f
// [/numbers]
// A vector at any address, stored at once: PoCL 3.1 makes four stores of a vstore16.
struct __attribute__((packed)) unaligned {
  float16 v;
};

// The vertical sum of one column of floats; `row` as below.
float column_sum(global const uchar* input, const int* row, const int from,
                 constant float* column_weights) {
  float sum = 0.0f;
  for (int j = 0; from >= 0 && j < TAPS(RY); ++j)
    sum += row[j] < 0 ? 0.0f : column_weights[j] * input[row[j] + from];
  return sum;
}

// [sums]
// Vertical sums of 16 columns for ROWS outputs. Called with a constant for `inside`: the compiler makes
// two copies, one without rows that do not exist.
void sum_down(global const uchar* input, const int* row, constant float* column_weights,
              float (*line)[LINE], const int k, const bool inside) {
  float16 sum[ROWS];
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    sum[j] = 0.0f;
#pragma unroll
  for (int r = 0; r < ROWS + 2 * RY; ++r)
    if (inside || row[r] >= 0) {
      const float16 v = LOAD16(input + row[r]);
#pragma unroll
      for (int j = 0; j < ROWS; ++j)
        if (r - j >= 0 && r - j < TAPS(RY))
          sum[j] += column_weights[r - j] * v;
    }
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    ((struct unaligned*)(line[j] + k))->v = sum[j];
}
// [/sums]

// [kernel]
kernel void fused(global const uchar* restrict input, const int width, const int height,
                  const int pitch, constant float* row_weights, constant float* column_weights,
                  global uchar* restrict output) {
  const int out_width = output_extent(width, TAPS(RX)) * CHANNELS;
  const int out_height = output_extent(height, TAPS(RY));
  const int out_x = get_global_id(0) * COLUMNS, first = get_global_id(1) * STRIP;
  if (out_x >= out_width)
    return;
  const int x = out_x - BEFORE(TAPS(RX)) * CHANNELS; // of the line's first float; the image has lo to hi
  const int needed = min(LINE, out_width - out_x + 2 * RX * CHANNELS);
  const int lo = max(0, -x), hi = min(needed, width * CHANNELS - x);

  for (int out_y = first; out_y < min(first + STRIP, out_height); out_y += ROWS) {
    int row[ROWS + 2 * RY]; // where they start, or less than 0
    bool inside = true;
    for (int r = 0; r < ROWS + 2 * RY; ++r) {
      const int y = border_index(out_y - BEFORE(TAPS(RY)) + r, height);
      row[r] = y < 0 ? -1 : y * pitch * CHANNELS;
      inside = inside && y >= 0;
    }

    float line[ROWS][LINE];
    int k = lo;
    if (inside)
      for (; k + 16 <= hi; k += 16)
        sum_down(input + x + k, row, column_weights, line, k, true);
    else
      for (; k + 16 <= hi; k += 16)
        sum_down(input + x + k, row, column_weights, line, k, false);
    // What is left of them, and the border: a column beside the image is one of the image, or 0.
    for (int j = 0; j < ROWS; ++j) {
      for (int c = 0; c < lo; ++c)
        line[j][c] = column_sum(input, row + j, border_float(x + c, width), column_weights);
      for (int c = k; c < needed; ++c)
        line[j][c] = column_sum(input, row + j, border_float(x + c, width), column_weights);
    }

    for (int j = 0; j < ROWS && out_y + j < out_height; ++j) {
      global uchar* target = output + (out_y + j) * out_width + out_x;
      const int count = min(COLUMNS, out_width - out_x);
      int c = 0;
      for (; c + 16 <= count; c += 16) {
        // [across]
        float16 sum = 0.0f;
#pragma unroll
        for (int i = 0; i < TAPS(RX); ++i)
          sum += row_weights[i] * vload16(0, line[j] + c + i * CHANNELS);
        vstore16(convert_uchar16(convert_int16((sum + ROUND) * SCALE)), 0, target + c);
        // [/across]
      }
      for (; c < count; ++c) {
        float sum = 0.0f;
        for (int i = 0; i < TAPS(RX); ++i)
          sum += row_weights[i] * line[j][c + i * CHANNELS];
        target[c] = (uchar)(int)((sum + ROUND) * SCALE);
      }
    }
  }
}
// [/kernel]
