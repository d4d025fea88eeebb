// i6: some outputs through the sampler, the others by loads.
//
// Changed (from i4): of the ROWS outputs of a work-item, SAMPLED are read from the image by the sampler, as in i4, and the
// others from a buffer, as in v7. What lies outside is not read at all.
// Why: the units that mix pixels and those that load from memory are different parts of a GPU's compute unit. i4 keeps
// the first ones busy while the others wait, v7 the other way round.
// The price: the input is on the device twice.
//
// NDRange   as i4
// Local     none; groups of LX x LY
// Needs     as i4; ROWS, LY, SAMPLED; the input as an image and as a buffer
// Loads     the matrix once for ROWS outputs; for SAMPLED of them pixels as i2, for the others as v4
// Stores    ROWS pixels
// Counted at 17x9, rotation by 20, LX=4 LY=16 ROWS=4 SAMPLED=2:    loads  stores  constant  local: loads  stores
//   linear grey warp         0     153    6528       0       0
// Counted at 17x9, perspective, LX=4 LY=16 ROWS=4 SAMPLED=2:
//   linear grey warp         0     153    9792       0       0
#include "sampler.clh"

#ifndef ROWS
#define ROWS 4
#endif
#ifndef SAMPLED
#define SAMPLED 2
#endif
#ifndef LY
#define LX 8
#define LY 16
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
warp(read_only image2d_t image, global const pixel* restrict buffer, const int width, const int height,
     constant float* m, global pixel* restrict output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y0 = get_group_id(1) * LY * ROWS + get_local_id(1);
  if (x >= out_width)
    return;
  pixel result[ROWS];
#pragma unroll
  for (int k = 0; k < ROWS; ++k) {
    const float2 place = source_of(m, x, y0 + k * LY);
    result[k] = BORDER_COLOUR;
    if (k < SAMPLED) {
      if (reaches(place.x, place.y, width, height))
        result[k] = sample_mixed(image, place + 0.5f);
    } else {
      result[k] = is_inside(place.x, place.y, width, height)
                      ? sample_inside(buffer, width, place.x, place.y)
                      : sample_checked(buffer, width, height, place.x, place.y);
    }
  }
#pragma unroll
  for (int k = 0; k < ROWS; ++k)
    if (y0 + k * LY < out_height)
      output[(y0 + k * LY) * out_width + x] = result[k];
}
// [/kernel]
