// e1: an equalised picture in three launches: histogram, table, map. Nothing of it passes through the host.
//
// The histogram is g6's. `make` is one group: running sums of the 256 counters, and from them the table. `map` replaces each
// pixel by its entry in the table.
//
// Data      bytes; bins: 256 uints; table: 256 bytes; totals and arrived as g6
// NDRange   count: as g6; make: one group of GROUP; map: `pixels` work-items
// Local     count: as g6; make: 513 uints
// Loads     count: as g6; make: 256; map: a pixel and an entry each
// Stores    count: as g6; make: 256; map: a pixel each
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     256         0        8224    8194
//   make      256     256         0         4817    2305
//   map      1554     777         0            0       0
#include "g6_one_launch.cl"
#include "table.clh"
#include "map.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
make(global const uint* bins, const uint pixels, global uchar* table) {
  local uint sums[512], darkest[1];
  for (uint b = get_local_id(0); b < 256; b += GROUP)
    sums[b] = bins[b];
  make_table(sums, darkest, pixels, table, true);
}
// [/kernel]
