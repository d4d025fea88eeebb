// v7: the work-items of a group read side by side.
//
// Changed: a group takes a run of GROUP * PIXELS pixels, one after the other in memory, and its work-items take turns: the
// first GROUP pixels, the next GROUP pixels ... A work-item still counts as many as before.
// Why: what a warp loads at once lies at one place, and comes in one piece (chapter 14).
//
// From      v6
// NDRange   one dimension: groups of GROUP, enough for all pixels
// Local     768 uints
// Loads     as v6
// Counted at 37x21, GROUP=16 PIXELS=256:   loads  stores  constant  local: loads  stores
//   clear       0     768         0            0       0
//   count     777       0         0          768     768
#include "clear.clh"
#include "local.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar4* picture, const ulong pixels, volatile global uint* bins) {
  local uint counters[BINS];
  const uint item = get_local_id(0);
  zero_all(counters, item, GROUP);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong first = (ulong)get_group_id(0) * (GROUP * PIXELS) + item;
  for (uint k = 0; k < PIXELS; ++k)
    if (first + k * GROUP < pixels)
      count_pixel(picture[first + k * GROUP], counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    atomic_add(bins + b, counters[b]);
}
// [/kernel]
