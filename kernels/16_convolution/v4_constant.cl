// v4: the filter in constant memory.
//
// Changed: one word, global -> constant, in the type of `filter`.
// Why: all work-items read the same element at the same time, and nobody writes it. Hardware with a
// memory of its own for constants hands one element to all work-items of a warp at once. Whether a
// driver uses it for an argument is another question; a CPU has one kind of memory anyway.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     as v1; the filter's bytes <= CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE (63x63: 15876 bytes)
// Loads     for each output pixel: the pixels under the filter that exist; constant: its elements
// Stores    one for each output pixel
#include "border.clh"

// [kernel]
kernel void convolve(global const pixel* input, const int width, const int height,
                     constant float* filter, const int filter_width, const int filter_height,
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
