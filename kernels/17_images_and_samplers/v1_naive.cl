// v1: chapter 16's loop, with an image in place of the buffer.
//
// Changed (from chapter 16, v4): a pixel is read with read_imagef(). The border is still computed
// by hand, and the sampler promised coordinates that lie inside.
// Why: to see what the image alone changes.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     a float or normalised image; the filter in constant memory
// Reads     of the image, for each output: the pixels under the filter that exist
// Loads     constant: for each output the filter's elements
// Stores    outputs
#include "sampling.clh"

constant sampler_t inside =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

// [kernel]
kernel void convolve(read_only image2d_t image, constant float* filter, const int filter_width,
                     const int filter_height, global pixel* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int width = get_image_width(image), height = get_image_height(image);
  const int out_width = output_extent(width, filter_width);
  const int out_height = output_extent(height, filter_height);
  if (x >= out_width || y >= out_height)
    return;

  const int x0 = x - BEFORE(filter_width), y0 = y - BEFORE(filter_height);
  pixel sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i) {
      const int column = border_index(x0 + i, width), row = border_index(y0 + j, height);
      if (column >= 0 && row >= 0)
        sum += filter[j * filter_width + i] *
               PIXEL(read_imagef(image, inside, (int2)(column, row)));
    }
  output[y * out_width + x] = sum;
}
// [/kernel]
