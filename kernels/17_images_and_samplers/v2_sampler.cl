// v2: the border is the sampler's.
//
// Changed: no test of coordinates, no index computed: any coordinate is good.
// Why: that is what samplers are for. On a GPU they are hardware of their own.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     as v1
// Reads     of the image, for each output: the filter's elements
// Loads     constant: for each output the filter's elements
// Stores    outputs
#include "sampling.clh"

// [kernel]
kernel void convolve(read_only image2d_t image, constant float* filter, const int filter_width,
                     const int filter_height, global pixel* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int out_width = output_extent(get_image_width(image), filter_width);
  const int out_height = output_extent(get_image_height(image), filter_height);
  if (x >= out_width || y >= out_height)
    return;

  const int x0 = x - BEFORE(filter_width), y0 = y - BEFORE(filter_height);
  pixel sum = 0.0f;
  for (int j = 0; j < filter_height; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += filter[j * filter_width + i] * sample(image, x0 + i, y0 + j);
  output[y * out_width + x] = sum;
}
// [/kernel]
