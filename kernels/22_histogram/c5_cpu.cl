// c5: for CPUs: an equalised picture, with the counting of c4.
//
// Changed: groups of one work-item, each with a run of the picture: private tables for counting, and a map that reads eight
// pixels at once.
// Why: as c4. Three launches: there are few groups, and a launch costs a CPU a few microseconds.
//
// From      e1
// NDRange   clear: 256 work-items; count and map: any number of groups of one work-item; make: one work-item
// Loads     count: eight pixels each; make: 256; map: the table for each group, eight pixels each
// Stores    clear: 256; make: 256; map: eight pixels each
// Counted at 37x21, PER_UNIT=4 TABLES=4:   loads  stores  constant  local: loads  stores
//   clear       0     256         0            0       0
//   count      98       0         0            0       0
//   make      256     256         0         4817    2305
//   map      1122      98         0            0       0
#undef GROUP
#define GROUP 1
#include "c4_cpu_tables.cl"
#include "table.clh"
#include "make_cpu.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
map(global const uchar* picture, const ulong pixels, global const uchar* table,
    global uchar* output) {
  uchar own[256];
  for (uint b = 0; b < 256; ++b)
    own[b] = table[b];
  global const ulong* eights = (global const ulong*)picture;
  global ulong* mapped = (global ulong*)output;
  const ulong n = pixels / 8, groups = get_num_groups(0), g = get_group_id(0);
  const ulong first = n / groups * g, end = g == groups - 1 ? n : first + n / groups;
  for (ulong i = first; i < end; ++i) {
    const ulong eight = eights[i];
    ulong all = 0;
#pragma unroll
    for (uint k = 0; k < 8; ++k)
      all |= (ulong)own[eight >> 8 * k & 255] << 8 * k;
    mapped[i] = all;
  }
  if (g == groups - 1)
    for (ulong i = n * 8; i < pixels; ++i)
      output[i] = own[picture[i]];
}
// [/kernel]
