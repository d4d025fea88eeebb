// c2: zeros of the filter cost nothing.
//
// Changed: the weights are numbers in the program, as in v14, and the loop over the columns of the
// filter is written out. Products with a weight of zero are left out when the kernel is compiled.
// Why: a filter is seldom full. The motion blur is a line: 17 of its 49 weights are not zero. (Only
// where a pixel is infinite or not a number does this change a result.)
// The price: that of v14, a build for every new filter. Where the code would become too long, the
// loop stays a loop, and zeros are multiplied.
//
// NDRange   ceil(width * CHANNELS / WIDTH) x ceil(height / ROWS) of the output, rounded up to any
//           local size
// Local     none
// Needs     as c1; WEIGHTS
// Loads     global: as c1, but without those that only zeros need where the loop is written out;
//           constant: none there
// Stores    output vectors; single floats in a vector that the end of the row cuts
#ifndef WIDTH
#define WIDTH 16
#endif
#ifndef ROWS
#define ROWS 8
#endif
#include "border.clh"
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define FLOATS PASTE(float, WIDTH) // float16
#define VLOAD PASTE(vload, WIDTH)
#define VSTORE PASTE(vstore, WIDTH)
#define WINDOW (WIDTH + (FILTER_W - 1) * CHANNELS)

// Tens of thousands of instructions are slow to build, and too many for an instruction cache.
#if ROWS * FILTER_H * FILTER_W <= 2048
#define UNROLL FILTER_W
#else
#define UNROLL 1
#endif

constant float filter[FILTER_W * FILTER_H] = {WEIGHTS};

// A vector at any address, stored at once: PoCL 3.1 makes four stores of a vstore16.
struct __attribute__((packed)) unaligned {
  FLOATS v;
};

// Called with a constant for `inside`, and inlined: two copies, one without any border.
__attribute__((always_inline)) void compute_block(global const float* input, const int width,
                                                  const int height, const int pitch, FLOATS* sum,
                                                  const int x, const int y, const bool inside) {
  float window[ROWS + FILTER_H - 1][WINDOW];
  if (!inside)
    for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
      const int row = border_index(y + r, height);
      for (int k = 0; k < WINDOW; ++k) {
        const int from = border_float(x + k, width);
        window[r][k] = row < 0 || from < 0 ? 0.0f : input[row * pitch + from];
      }
    }
#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    sum[j] = 0.0f;
    // [block]
#pragma unroll UNROLL
  for (int i = 0; i < FILTER_W; ++i) {
#pragma unroll
    for (int r = 0; r < ROWS + FILTER_H - 1; ++r) {
      const FLOATS v = inside ? VLOAD(0, input + (y + r) * pitch + x + i * CHANNELS)
                              : VLOAD(0, window[r] + i * CHANNELS);
#pragma unroll
      for (int j = 0; j < ROWS; ++j)
        if (r - j >= 0 && r - j < FILTER_H) {
          const float weight = filter[(r - j) * FILTER_W + i];
          if (UNROLL == 1 || weight != 0.0f)
            sum[j] += weight * v;
        }
    }
  }
  // [/block]
}

// [kernel]
kernel void convolve(global const float* restrict input, const int width, const int height,
                     const int pitch, global float* restrict output) {
  const int out_x = get_global_id(0) * WIDTH, out_y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W) * CHANNELS;
  const int out_height = output_extent(height, FILTER_H);
  if (out_x >= out_width || out_y >= out_height)
    return;

  const int x = out_x - BEFORE(FILTER_W) * CHANNELS, y = out_y - BEFORE(FILTER_H);
  FLOATS sum[ROWS];
  if (x >= 0 && x + WINDOW <= width * CHANNELS && y >= 0 && y + ROWS + FILTER_H - 1 <= height)
    compute_block(input, width, height, pitch * CHANNELS, sum, x, y, true);
  else
    compute_block(input, width, height, pitch * CHANNELS, sum, x, y, false);

#pragma unroll
  for (int j = 0; j < ROWS; ++j)
    if (out_y + j < out_height) {
      const int at = (out_y + j) * out_width + out_x;
      if (out_x + WIDTH <= out_width) {
        ((global struct unaligned*)(output + at))->v = sum[j];
      } else {
        float last[WIDTH];
        VSTORE(sum[j], 0, last);
        for (int k = 0; out_x + k < out_width; ++k)
          output[at + k] = last[k];
      }
    }
}
// [/kernel]
