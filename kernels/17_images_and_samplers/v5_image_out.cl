// v5: the output is an image, too.
//
// Changed: write_imagef() in place of a store. The host copies the image into the output buffer.
// Why: whoever shows pictures wants images, and the format's conversion comes with it. The copy is
// not part of the time of this step.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     as v1
// Reads     of the image, for each output: the filter's elements
// Loads     constant: for each output the filter's elements
// Writes    of the image: outputs
#include "sampling.clh"

#if CHANNELS == 1
#define COLOUR(p) (float4)(p, 0.0f, 0.0f, 1.0f) // written are always four values
#else
#define COLOUR(p) (p)
#endif

// [kernel]
kernel void convolve(read_only image2d_t image, constant float* filter, const int filter_width,
                     const int filter_height, write_only image2d_t output) {
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
  write_imagef(output, (int2)(x, y), COLOUR(sum));
}
// [/kernel]
