// t1: a picture in black and white: the threshold is searched by one work-item.
//
// The histogram is g6's. `choose` is one group: it copies the counters to local memory, and one of its work-items does what a
// host would do. `apply` makes 255 of what is brighter, and 0 of the rest.
//
// Data      as g6; threshold: one uint
// NDRange   count: as g6; choose: one group of GROUP; apply: `pixels` work-items
// Local     count: as g6; choose: 256 uints
// Loads     count: as g6; choose: 256; apply: a pixel and the threshold each
// Stores    count: 256; choose: one; apply: a pixel each
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     256         0        8224    8194
//   choose    256       1         0         512     256
//   apply    1554     777         0            0       0
#include "g6_one_launch.cl"
#include "threshold.clh"
#include "one_item.clh"
#include "apply.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
choose(global const uint* bins, const uint pixels, global uint* threshold) {
  local uint copy[256];
  for (uint b = get_local_id(0); b < 256; b += GROUP)
    copy[b] = bins[b];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    threshold[0] = threshold_of(copy, pixels);
}
// [/kernel]
