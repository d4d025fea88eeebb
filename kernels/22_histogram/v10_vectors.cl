// v10: four pixels with one load, and four loads under way.
//
// Changed: a work-item loads vectors of 16 bytes, LOADS of them before it counts the first.
// Why: a load instruction for four pixels in place of four; and while a work-item waits for its vectors, more bytes are
// under way. (The first vector begins at the buffer's first byte, so that vectors are aligned; the last pixels, which fill
// none, are counted one by one.)
//
// From      v9
// NDRange   as v9
// Local     768 uints
// Loads     a vector for each four pixels; sum: as v9
// Stores    as v9
// Counted at 37x21, GROUP=16 LOADS=4 PER_UNIT=8:   loads  stores  constant  local: loads  stores
//   count     195    6144         0         6144    6144
//   sum      6144     768         0            0       0
#include "sum.clh"
#define BINS 768
#define ELEMENT uint

// [pixel]
void count_element(const uint pixel, volatile local uint* counters) {
  atomic_inc(counters + (pixel & 255));
  atomic_inc(counters + 256 + (pixel >> 8 & 255));
  atomic_inc(counters + 512 + (pixel >> 16 & 255));
}
#define count_word count_element
// [/pixel]
#include "walk.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uint* picture, const ulong pixels, global uint* partial) {
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
