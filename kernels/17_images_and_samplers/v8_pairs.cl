// v8: two taps by one read.
//
// Changed (from v2): a linear sampler is asked between two pixels, where its mixture has the ratio of their two
// weights; the sum of the weights does the rest. The host has made a list of such places.
// Why: half the reads, where reads are the limit. The price is the sampler's precision, steps of 1/256 on GPUs.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     as v1, and a border that a sampler has: not reflect
// Reads     of the image, for each output: the places of the list
// Loads     constant: for each output the places of the list, three numbers each
// Stores    outputs
#include "sampling.clh"

// [sampler]
#if BORDER == BORDER_WRAP
constant sampler_t linear =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
#elif BORDER == BORDER_ZERO
constant sampler_t linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
#else
constant sampler_t linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
#endif
// [/sampler]

// [kernel]
kernel void convolve(read_only image2d_t image, constant float* taps, const int count,
                     const int filter_width, const int filter_height, global pixel* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int out_width = output_extent(get_image_width(image), filter_width);
  const int out_height = output_extent(get_image_height(image), filter_height);
  if (x >= out_width || y >= out_height)
    return;

  pixel sum = 0.0f;
  for (int n = 0; n < count; ++n) {
    float2 place = (float2)(x + 0.5f + taps[3 * n], y + 0.5f + taps[3 * n + 1]);
#if BORDER == BORDER_WRAP
    place /= (float2)(get_image_width(image), get_image_height(image));
#endif
    sum += taps[3 * n + 2] * PIXEL(read_imagef(image, linear, place));
  }
  output[y * out_width + x] = sum;
}
// [/kernel]
