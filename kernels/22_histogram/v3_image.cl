// v3: the picture is an image, read through a sampler.
//
// Changed: one read_imageui() for a pixel, in place of three loads of a byte.
// Why: images have caches made for neighbours in two dimensions, and one read returns all channels. Each pixel is read
// once here, so there is nothing to cache; v4 shows which of the two it was.
//
// From      v2
// Data      the picture is an image2d_t of CL_RGBA and CL_UNSIGNED_INT8
// NDRange   as v2
// Needs     images
// Loads     one image read a pixel (not counted as a load); three atomic operations
// Counted at 37x21:   loads  stores  constant  local: loads  stores
//   clear       0     768         0            0       0
//   count       0       0         0            0       0
#include "clear.clh"

// [kernel]
constant sampler_t as_it_is =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void count(read_only image2d_t picture, const int width, const int height,
                  volatile global uint* bins) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) {
    const uint4 pixel = read_imageui(picture, as_it_is, (int2)(x, y));
    atomic_add(bins + pixel.x, 1u);
    atomic_add(bins + 256 + pixel.y, 1u);
    atomic_add(bins + 512 + pixel.z, 1u);
  }
}
// [/kernel]
