// c4: for CPUs: several tables, and eight pixels a load.
//
// Changed: TABLES tables in turn, and loads of 8 bytes.
// Why: as c2: ++counter waits for the ++ before it where both are of one counter.
//
// From      c3
// NDRange   as c3
// Loads     eight pixels each
// Counted at 37x21, PER_UNIT=4 TABLES=4:   loads  stores  constant  local: loads  stores
//   clear       0     256         0            0       0
//   count      98       0         0            0       0
#include "clear.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
count(global const uchar* picture, const ulong pixels, volatile global uint* bins) {
  uint tables[TABLES * 256];
  for (uint b = 0; b < TABLES * 256; ++b)
    tables[b] = 0;
  global const ulong* eights = (global const ulong*)picture;
  const ulong n = pixels / 8, groups = get_num_groups(0), g = get_group_id(0);
  const ulong first = n / groups * g, end = g == groups - 1 ? n : first + n / groups;
  for (ulong i = first; i < end; ++i) {
    const ulong eight = eights[i];
#pragma unroll
    for (uint k = 0; k < 8; ++k)
      ++tables[k % TABLES * 256 + (eight >> 8 * k & 255)];
  }
  if (g == groups - 1)
    for (ulong i = n * 8; i < pixels; ++i)
      ++tables[picture[i]];
  for (uint b = 0; b < 256; ++b) {
    uint all = 0;
    for (uint t = 0; t < TABLES; ++t)
      all += tables[t * 256 + b];
    atomic_add(bins + b, all);
  }
}
// [/kernel]
