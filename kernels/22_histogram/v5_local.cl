// v5: each group counts in local memory, and adds its 768 counters to those in global memory at the end.
//
// Changed: the atomic operations of a pixel go to the group's own counters, which only its work-items touch.
// Why: atomics in local memory do not leave the compute unit. But a group of 256 pixels saves nothing: it does 768 atomics
// in local memory, and then 768 in global memory, as many as v4.
//
// From      v4
// NDRange   width x height, rounded up to groups of LX x LY
// Local     768 uints
// Loads     as v4, and the group's counters; atomics: three a pixel in local memory, 768 a group in global memory
// Counted at 37x21, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   clear       0     768         0            0       0
//   count     777       0         0        46080   46080
#include "clear.clh"
#include "local.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
count(global const uchar4* picture, const int width, const int height, volatile global uint* bins) {
  local uint counters[BINS];
  const uint item = get_local_id(1) * LX + get_local_id(0);
  zero_all(counters, item, LX * LY);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height)
    count_pixel(picture[(size_t)y * width + x], counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += LX * LY)
    atomic_add(bins + b, counters[b]);
}
// [/kernel]
