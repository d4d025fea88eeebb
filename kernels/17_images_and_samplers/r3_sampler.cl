// r3: the sampler interpolates.
//
// Changed: one read with a linear sampler gives the mixture of four pixels.
// Why: GPUs have hardware for it. The price is precision: its parts are steps of 1/256, which is
// nothing for pictures and a lot for other data.
//
// NDRange   as r1
// Local     none
// Needs     as r2; FILTER=BILINEAR, which is all that samplers can
// Reads     of the image, for each output: one
// Stores    outputs
#include "resize.clh"

constant sampler_t linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// [kernel]
kernel void resize(read_only image2d_t image, const int out_width, const int out_height,
                   global stored* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;

  const float2 size = (float2)(get_image_width(image), get_image_height(image));
  const float2 middle = (float2)(x + 0.5f, y + 0.5f);
  const float2 at = middle * size / (float2)(out_width, out_height);
  output[y * out_width + x] = FROM_PIXEL(PIXEL(read_imagef(image, linear, at)));
}
// [/kernel]
