// v3: the sum lives in a register.
//
// Changed: v1's running sum is a private variable; the output is written once, at the end.
// Why: v1 stores to global memory for every element of the filter, and may not keep the sum in a
// register meanwhile: input or filter might be the same memory as the output.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     as v1
// Loads     for each output pixel: the filter's elements, and the pixels under them that exist
// Stores    one for each output pixel
#include "border.clh"

// [kernel]
kernel void convolve(global const pixel* input, const int width, const int height,
                     global const float* filter, const int filter_width, const int filter_height,
                     global pixel* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int out_width = output_extent(width, filter_width);
  const int out_height = output_extent(height, filter_height);
  if (x >= out_width || y >= out_height)
    return;

  const int x0 = x - BEFORE(filter_width), y0 = y - BEFORE(filter_height);
  pixel sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += filter[j * filter_width + i] * read_pixel(input, width, height, width, x0 + i, y0 + j);
  output[y * out_width + x] = sum;
}
// [/kernel]
