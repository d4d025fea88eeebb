// v6: each work-item counts a block of SIDE x SIDE pixels.
//
// Changed: the range is 1/SIDE of the picture in both directions.
// Why: a group of 256 now has 65,536 pixels, for which 768 additions in global memory are next to nothing. But two
// neighbouring work-items read pixels that are SIDE apart: on a GPU each load of a warp touches 32 places in memory.
//
// From      v5
// NDRange   width / SIDE x height / SIDE, rounded up to groups of LX x LY
// Local     768 uints
// Loads     as v5, with fewer groups
// Counted at 37x21, LX=4 LY=4 SIDE=16:   loads  stores  constant  local: loads  stores
//   clear       0     768         0            0       0
//   count     777       0         0          768     768
#include "clear.clh"
#include "local.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
count(global const uchar4* picture, const int width, const int height, volatile global uint* bins) {
  local uint counters[BINS];
  const uint item = get_local_id(1) * LX + get_local_id(0);
  zero_all(counters, item, LX * LY);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int left = get_global_id(0) * SIDE, right = min(left + SIDE, width);
  const int top = get_global_id(1) * SIDE, bottom = min(top + SIDE, height);
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x)
      count_pixel(picture[(size_t)y * width + x], counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += LX * LY)
    atomic_add(bins + b, counters[b]);
}
// [/kernel]
