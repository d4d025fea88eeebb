// t2: a whole group searches for the threshold.
//
// Changed: running sums first, of the counters and of the values. From them a work-item knows both sides of any threshold
// with two reads, and 256 thresholds are judged at the same time.
// Why: t1's only work-item goes through the counters one after another, and the rest of the device is idle.
//
// From      t1
// NDRange   as t1
// Local     choose: 1024 uints, 512 ulongs and two more
// Loads     as t1
// Stores    as t1
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     256         0        8224    8194
//   choose    256       1         0       13571    8706
//   apply    1554     777         0            0       0
#include "g6_one_launch.cl"
#include "threshold.clh"
#include "one_group.clh"
#include "apply.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
choose(global const uint* bins, const uint pixels, global uint* threshold) {
  local uint counts[512], furthest[1], best[1];
  local ulong values[512];
  for (uint b = get_local_id(0); b < 256; b += GROUP) {
    const uint n = bins[b];
    counts[b] = n;
    values[b] = (ulong)b * n;
  }
  running_sums(counts, values);
  search(counts, values, pixels, furthest, best);
  if (get_local_id(0) == 0)
    threshold[0] = best[0];
}
// [/kernel]
