// i7: four neighbours, some through the sampler, the others by loads.
//
// Changed (from i3): of the four outputs of a work-item, SAMPLED are read by the sampler, as in i3, and the others from a
// buffer, as in v6. What lies outside is not read at all.
// Why: i3's four neighbours suit a sampler, and i6 shows that both units can work at the same time.
// The price: as in i6, the input is on the device twice.
//
// NDRange   as i3
// Local     none
// Needs     as i3; SAMPLED; the input as an image and as a buffer
// Loads     the matrix once for four outputs; for SAMPLED of them pixels as i2, for the others as v4
// Stores    as i3
// Counted at 17x9, rotation by 20, LX=4 LY=16 SAMPLED=2:    loads  stores  constant  local: loads  stores
//   linear grey warp       252      45    1080       0       0
// Counted at 17x9, perspective, LX=4 LY=16 SAMPLED=2:
//   linear grey warp       287      45    1620       0       0
#include "sampler.clh"
#include "four.clh"

#ifndef SAMPLED
#define SAMPLED 2
#endif

// [kernel]
kernel void warp(read_only image2d_t image, global const pixel* restrict buffer, const int width, const int height,
                 constant float* m, global pixel* restrict output, const int out_width, const int out_height) {
  const int x = 4 * get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  pixel four[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const float2 place = source_of(m, x + k, y);
    four[k] = BORDER_COLOUR;
    if (k < SAMPLED) {
      if (reaches(place.x, place.y, width, height))
        four[k] = sample_mixed(image, place + 0.5f);
    } else {
      four[k] = is_inside(place.x, place.y, width, height)
                    ? sample_inside(buffer, width, place.x, place.y)
                    : sample_checked(buffer, width, height, place.x, place.y);
    }
  }
  store_four(output + y * out_width + x, x, out_width, four);
}
// [/kernel]
