// c1: for CPUs: a few work-groups for each core, of one work-item each, with counters of its own.
//
// Changed: no local memory, no barriers, no atomics but for the last 768 additions. A work-item has a run of the picture, and
// private counters.
// Why: a core of a CPU runs the work-items of a group one after another. It has one thread's caches, and wants to read
// straight on.
//
// From      v9
// Data      bins hold 0 before
// NDRange   any number of groups of one work-item
// Loads     one pixel each; 768 atomics for each group
// Counted at 37x21, PER_UNIT=4:   loads  stores  constant  local: loads  stores
//   clear       0     768         0            0       0
//   count     777       0         0            0       0
#include "clear.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
count(global const uint* picture, const ulong pixels, volatile global uint* bins) {
  uint counters[768];
  for (uint b = 0; b < 768; ++b)
    counters[b] = 0;
  const ulong groups = get_num_groups(0), g = get_group_id(0);
  const ulong first = pixels / groups * g, end = g == groups - 1 ? pixels : first + pixels / groups;
  for (ulong i = first; i < end; ++i) {
    const uint pixel = picture[i];
    ++counters[pixel & 255];
    ++counters[256 + (pixel >> 8 & 255)];
    ++counters[512 + (pixel >> 16 & 255)];
  }
  for (uint b = 0; b < 768; ++b)
    atomic_add(bins + b, counters[b]);
}
// [/kernel]
