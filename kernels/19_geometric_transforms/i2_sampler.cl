// i2: the sampler mixes.
//
// Changed (from i1): linear reads, which return the mean of four pixels. LINEAR takes 1 read instead of 4, SPLINE 4 and
// CUBIC 9 instead of 16.
// Why: the units of a GPU that read images also compute this mean, at no cost to the kernel. They round its weights to
// 1/256, so the result is less exact.
//
// NDRange   output width x height, rounded up to groups of LX x LY
// Local     none
// Needs     as i1
// Loads     the matrix; pixels by 1, 4 or 9 reads of the image
// Stores    one pixel
// Counted at 17x9, rotation by 20, LX=4 LY=16:    loads  stores  constant  local: loads  stores
//   linear grey warp         0     153     918       0       0
// Counted at 17x9, perspective, LX=4 LY=16:
//   linear grey warp         0     153    1377       0       0
#include "sampler.clh"

// [kernel]
kernel void warp(read_only image2d_t image, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < out_width && y < out_height)
    output[y * out_width + x] = sample_mixed(image, sampler_place(source_of(m, x, y), width, height));
}
// [/kernel]
