// v6: several outputs for each work-item.
//
// Changed: the filter's size is known, and a work-item computes ROWS outputs below each other: what
// it has read goes into all of them, as in chapter 16, v10.
// Why: the texture unit gives a pixel at a time. Fewer reads for an output are the only way past it.
//
// NDRange   the output's width x ceil(height / ROWS), rounded up to any local size
// Local     none
// Needs     as v1; FILTER_W, FILTER_H
// Reads     of the image, for each work-item with an output: (ROWS + FILTER_H - 1) * FILTER_W
// Loads     constant: for each work-item with an output ROWS times the filter's elements
// Stores    outputs
#ifndef ROWS
#define ROWS 4
#endif
#include "sampling.clh"

// [kernel]
kernel void convolve(read_only image2d_t image, constant float* filter, global pixel* output) {
  const int x = get_global_id(0), y = get_global_id(1) * ROWS;
  const int out_width = output_extent(get_image_width(image), FILTER_W);
  const int out_height = output_extent(get_image_height(image), FILTER_H);
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
      const pixel p = sample(image, x0 + i, y0 + j);
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
