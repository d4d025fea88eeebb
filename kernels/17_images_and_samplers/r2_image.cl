// r2: resizing from an image.
//
// Changed: read_imagef() in place of a load. The sampler clamps, and the image converts: no word
// about borders or bytes is left in the kernel.
// Why: one kernel reads all formats.
//
// NDRange   as r1
// Local     none
// Needs     as r1; a float or normalised image
// Reads     of the image, for each output: its pixels of the input
// Stores    outputs
#include "resize.clh"

constant sampler_t at_edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// [kernel]
kernel void resize(read_only image2d_t image, const int out_width, const int out_height,
                   global stored* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;

  const int width = get_image_width(image), height = get_image_height(image);
  const int left = first_of(x, width, out_width), top = first_of(y, height, out_height);
  const int right = left + count_of(x, width, out_width);
  const int bottom = top + count_of(y, height, out_height);
  pixel sum = 0.0f;
  for (int j = top; j < bottom; ++j) {
    const float down = weight_of(j, y, height, out_height);
    for (int i = left; i < right; ++i)
      sum += down * weight_of(i, x, width, out_width) *
             PIXEL(read_imagef(image, at_edge, (int2)(i, j)));
  }
  output[y * out_width + x] = FROM_PIXEL(sum);
}
// [/kernel]
