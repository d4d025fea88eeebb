// v11: several copies of the counters, one behind the other.
//
// Changed: work-item i counts in copy i % COPIES; at the end the copies are added up.
// Why: where many pixels of a warp have the same value, its additions to one counter wait for each other. Fewer meet in a
// copy. The price: COPIES times the local memory, the zeroing and the adding up.
//
// From      v10
// NDRange   as v10
// Local     768 * COPIES uints
// Loads     as v10
// Stores    as v10
// Counted at 37x21, COPIES=8 GROUP=16 LOADS=4 PER_UNIT=8:   loads  stores  constant  local: loads  stores
//   count     195    6144         0        49152   49152
//   sum      6144     768         0            0       0
#include "sum.clh"
#define BINS 768
#define ELEMENT uint

void count_element(const uint pixel, volatile local uint* counters) {
  atomic_inc(counters + (pixel & 255));
  atomic_inc(counters + 256 + (pixel >> 8 & 255));
  atomic_inc(counters + 512 + (pixel >> 16 & 255));
}
#define count_word count_element
#include "walk.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uint* picture, const ulong pixels, global uint* partial) {
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
