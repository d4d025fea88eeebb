// g3: 16 pixels with one load, and four loads under way.
//
// Changed: vectors of 16 bytes, LOADS of them before the first is counted.
// Why: with bytes, a warp's load instruction brings 32 bytes; with vectors, 512.
//
// From      g2
// NDRange   as g2
// Local     256 uints
// Loads     a vector for each 16 pixels; sum: as g2
// Stores    as g2
// Counted at 37x21, GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     512         0          512     512
//   sum       512     256         0            0       0
#include "sum.clh"
#define BINS 256
#define ELEMENT uchar

// [pixel]
void count_element(const uint pixel, volatile local uint* counters) {
  atomic_inc(counters + pixel);
}
// [/pixel]
#include "four.clh"
#include "walk.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar* picture, const ulong pixels, global uint* partial) {
  local uint counters[BINS];
  const uint item = get_local_id(0);
  for (uint b = item; b < BINS; b += GROUP)
    counters[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  count_all(picture, pixels, counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    partial[get_group_id(0) * BINS + b] = counters[b];
}
// [/kernel]
