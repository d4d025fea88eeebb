// g4: copies of the counters, one behind the other.
//
// Changed: work-item i counts in copy i % COPIES.
// Why: pixels of one value no longer all add to one counter.
//
// From      g3
// NDRange   as g2
// Local     256 * COPIES uints
// Loads     as g3
// Stores    as g2
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     512         0         8192    8192
//   sum       512     256         0            0       0
#include "sum.clh"
#define BINS 256
#define ELEMENT uchar

void count_element(const uint pixel, volatile local uint* counters) {
  atomic_inc(counters + pixel);
}
#include "four.clh"
#include "walk.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar* picture, const ulong pixels, global uint* partial) {
  local uint counters[COPIES * BINS];
  const uint item = get_local_id(0);
  for (uint b = item; b < COPIES * BINS; b += GROUP)
    counters[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  count_all(picture, pixels, counters + item % COPIES * BINS);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP) {
    uint all = 0;
    for (uint copy = 0; copy < COPIES; ++copy)
      all += counters[copy * BINS + b];
    partial[get_group_id(0) * BINS + b] = all;
  }
}
// [/kernel]
