// c3: for CPUs: a few work-groups for each core, of one work-item each, with counters of its own.
//
// Changed: as c1.
//
// From      g2
// Data      bins hold 0 before
// NDRange   any number of groups of one work-item
// Loads     one pixel each; 256 atomics for each group
// Counted at 37x21, PER_UNIT=4:   loads  stores  constant  local: loads  stores
//   clear       0     256         0            0       0
//   count     777       0         0            0       0
#include "clear.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
count(global const uchar* picture, const ulong pixels, volatile global uint* bins) {
  uint counters[256];
  for (uint b = 0; b < 256; ++b)
    counters[b] = 0;
  const ulong groups = get_num_groups(0), g = get_group_id(0);
  const ulong first = pixels / groups * g, end = g == groups - 1 ? pixels : first + pixels / groups;
  for (ulong i = first; i < end; ++i)
    ++counters[picture[i]];
  for (uint b = 0; b < 256; ++b)
    atomic_add(bins + b, counters[b]);
}
// [/kernel]
