// c6: for CPUs: a map of two pixels at once.
//
// Changed: from the table of 256 bytes each group makes one of 65,536 entries, for pairs of pixels.
// Why: half as many lookups. The table has 128 KiB, which a core's second cache holds; the pairs that a picture has are few of
// all, and so mostly in its first one.
//
// From      c5
// NDRange   as c5
// Needs     128 KiB of private memory: a CPU
// Loads     as c5; map: the table, once for the upper pixel and once for both
// Stores    as c5
// Counted at 37x21, PER_UNIT=4 TABLES=4:   loads  stores  constant  local: loads  stores
//   clear       0     256         0            0       0
//   count      98       0         0            0       0
//   make      256     256         0         4817    2305
//   map    263267      98         0            0       0
#undef GROUP
#define GROUP 1
#include "c4_cpu_tables.cl"
#include "table.clh"
#include "make_cpu.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
map(global const uchar* picture, const ulong pixels, global const uchar* table,
    global uchar* output) {
  ushort pairs[65536];
  for (uint high = 0; high < 256; ++high) {
    const ushort upper = (ushort)table[high] << 8;
    for (uint low = 0; low < 256; ++low)
      pairs[high << 8 | low] = upper | table[low];
  }
  global const ulong* eights = (global const ulong*)picture;
  global ulong* mapped = (global ulong*)output;
  const ulong n = pixels / 8, groups = get_num_groups(0), g = get_group_id(0);
  const ulong first = n / groups * g, end = g == groups - 1 ? n : first + n / groups;
  for (ulong i = first; i < end; ++i) {
    const ulong eight = eights[i];
    mapped[i] = pairs[eight & 0xFFFF] | (ulong)pairs[eight >> 16 & 0xFFFF] << 16 |
                (ulong)pairs[eight >> 32 & 0xFFFF] << 32 | (ulong)pairs[eight >> 48] << 48;
  }
  if (g == groups - 1)
    for (ulong i = n * 8; i < pixels; ++i)
      output[i] = table[picture[i]];
}
// [/kernel]
