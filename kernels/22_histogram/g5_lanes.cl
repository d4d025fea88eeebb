// g5: the copies of a counter lie side by side: each lane meets its own bank only.
//
// Changed: where a counter is, and nothing else: counters[bin * COPIES + copy], and no longer counters[copy * BINS + bin].
// Why: local memory has 32 banks, and word w is in bank w % 32. With 32 copies the bank is the number of the lane, whatever
// the pixel's value. In g4 it is the value modulo 32: where all pixels are equal, all 32 lanes meet in one bank, although each
// has a counter of its own.
//
// From      g4
// NDRange   as g2
// Local     256 * COPIES uints: 32 KiB
// Loads     as g3
// Stores    as g2
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     512         0         8192    8192
//   sum       512     256         0            0       0
#include "sum.clh"
#include "lanes.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar* picture, const ulong pixels, global uint* partial) {
  local uint counters[BINS * COPIES];
  const uint item = get_local_id(0);
  zero_lanes(counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  count_all(picture, pixels, counters + item % COPIES);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    partial[get_group_id(0) * BINS + b] = take(counters, b);
}
// [/kernel]
