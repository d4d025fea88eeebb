// v1: the definition, written down. One work-item computes one pixel of the output.
//
//   input            filter           output
//   . . . . . .      +-------+
//   . o o o . .      | o o o |        the work-item lays the filter's anchor (x) on its pixel,
//   . o x o . .      | o x o |  ->  x multiplies what lies on top of each other, and adds up
//   . o o o . .      | o o o |
//   . . . . . .      +-------+
//
// The running sum lives in the output itself, in global memory: it is stored after every product.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     filter 1x1 or larger; width*height*CHANNELS < 2^31; output must not be input
// Loads     for each output pixel: the filter's elements, and the pixels under them that exist
// Stores    for each output pixel: filter elements + 1
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
  global pixel* sum = output + y * out_width + x;
  *sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i)
      *sum += filter[j * filter_width + i] * read_pixel(input, width, height, width, x0 + i, y0 + j);
}
// [/kernel]
