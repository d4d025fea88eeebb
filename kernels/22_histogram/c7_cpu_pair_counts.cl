// c7: for CPUs: the histogram counts pairs of pixels.
//
// Changed: count has a counter for each pair of neighbours, 65,536 in each of TABLES tables, and adds them up at the end.
// Why: half as many additions for a picture. Adding up costs the same for every picture, so there is one work-item a core.
//
// From      c6
// NDRange   as c6
// Needs     256 KiB of private memory for each table: a CPU
// Loads     as c6
// Stores    as c6
// Counted at 37x21, PER_UNIT=1 TABLES=2:   loads  stores  constant  local: loads  stores
//   clear       0     256         0            0       0
//   count      98       0         0            0       0
//   make      256     256         0         4817    2305
//   map     65891      98         0            0       0
#define count count_bytes
#include "c6_cpu_pairs.cl"
#undef count

// [kernel]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
count(global const uchar* picture, const ulong pixels, volatile global uint* bins) {
  uint pairs[TABLES * 65536];
  for (uint p = 0; p < TABLES * 65536; ++p)
    pairs[p] = 0;
  global const ulong* eights = (global const ulong*)picture;
  const ulong n = pixels / 8, groups = get_num_groups(0), g = get_group_id(0);
  const ulong first = n / groups * g, end = g == groups - 1 ? n : first + n / groups;
  for (ulong i = first; i < end; ++i) {
    const ulong eight = eights[i];
#pragma unroll
    for (uint k = 0; k < 4; ++k)
      ++pairs[k % TABLES * 65536 + (eight >> 16 * k & 0xFFFF)];
  }
  uint bytes[256];
  for (uint b = 0; b < 256; ++b)
    bytes[b] = 0;
  for (uint high = 0; high < 256; ++high) {
    uint row = 0;
    for (uint low = 0; low < 256; ++low) {
      uint all = 0;
      for (uint t = 0; t < TABLES; ++t)
        all += pairs[t * 65536 + (high << 8 | low)];
      row += all;
      bytes[low] += all;
    }
    bytes[high] += row;
  }
  if (g == groups - 1)
    for (ulong i = n * 8; i < pixels; ++i)
      ++bytes[picture[i]];
  for (uint b = 0; b < 256; ++b)
    atomic_add(bins + b, bytes[b]);
}
// [/kernel]
