// v7: v6 with a buffer.
//
// Changed: a buffer with the same pixels in place of the image: floats, or bytes (BYTES=1) that the
// kernel converts itself. The border is computed by hand. All else is v6.
// Why: twins. What they differ in is the image.
//
// NDRange   the output's width x ceil(height / ROWS), rounded up to any local size
// Local     none
// Needs     as v6; width * height * CHANNELS < 2^31
// Loads     global: for each work-item with an output the pixels of its window that exist, (ROWS +
//           FILTER_H - 1) * FILTER_W inside; constant: for each work-item with an output ROWS times the filter's elements
// Stores    outputs
#ifndef ROWS
#define ROWS 4
#endif
#ifndef BYTES
#define BYTES 0
#endif
#include "sampling.clh"

#if !BYTES
typedef pixel stored;
#define TO_PIXEL(value) (value)
#elif CHANNELS == 1
typedef uchar stored;
#define TO_PIXEL(value) (convert_float(value) / 255.0f)
#else
typedef uchar4 stored;
#define TO_PIXEL(value) (convert_float4(value) / 255.0f)
#endif

// [load]
pixel load(global const stored* image, const int width, const int height, const int x,
           const int y) {
  const int column = border_index(x, width), row = border_index(y, height);
  return column < 0 || row < 0 ? (pixel)(0.0f) : TO_PIXEL(image[row * width + column]);
}
// [/load]

// [kernel]
kernel void convolve(global const stored* image, const int width, const int height,
                     constant float* filter, global pixel* output) {
  const int x = get_global_id(0), y = get_global_id(1) * ROWS;
  const int out_width = output_extent(width, FILTER_W);
  const int out_height = output_extent(height, FILTER_H);
  if (x >= out_width || y >= out_height)
    return;

  const int x0 = x - BEFORE(FILTER_W), y0 = y - BEFORE(FILTER_H);
  pixel sum[ROWS];
#pragma unroll
  for (int k = 0; k < ROWS; ++k)
    sum[k] = 0.0f;
#pragma unroll
  for (int j = 0; j < ROWS + FILTER_H - 1; ++j)
#pragma unroll
    for (int i = 0; i < FILTER_W; ++i) {
      const pixel p = load(image, width, height, x0 + i, y0 + j);
#pragma unroll
      for (int k = 0; k < ROWS; ++k)
        if (j - k >= 0 && j - k < FILTER_H)
          sum[k] += filter[(j - k) * FILTER_W + i] * p;
    }
#pragma unroll
  for (int k = 0; k < ROWS; ++k)
    if (y + k < out_height)
      output[(y + k) * out_width + x] = sum[k];
}
// [/kernel]
