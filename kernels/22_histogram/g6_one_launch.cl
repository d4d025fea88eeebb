// g6: one launch. Groups add to common totals; the last group to finish takes them.
//
// Changed: no partial histograms, and no second kernel: as v14.
// Why: a second launch, and its walk through all partial histograms, cost microseconds.
//
// From      g5
// Data      totals: 256 uints and `arrived`: one, all 0 before the first launch
// NDRange   any number of groups of GROUP
// Local     256 * COPIES uints; the group's place takes the first word when the counters are done
// Loads     as g3; an atomic for each bin and group, and two more for each bin
// Stores    256
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     256         0        8224    8194
#include "lanes.clh"
#include "last_group.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar* picture, const ulong pixels, volatile global uint* totals,
      volatile global uint* arrived, global uint* bins) {
  local uint counters[BINS * COPIES];
  const uint item = get_local_id(0);
  zero_lanes(counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  count_all(picture, pixels, counters + item % COPIES);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    atomic_add(totals + b, take(counters, b));
  if (!last_to_arrive(arrived, counters)) // the same answer for the whole group
    return;
  for (uint b = item; b < BINS; b += GROUP)
    bins[b] = take_total(totals + b);
  if (item == 0)
    take_total(arrived);
}
// [/kernel]
