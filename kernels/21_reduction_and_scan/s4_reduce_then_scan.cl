// s4: first only the sums of the tiles, then the running sums. The elements are read twice and written once.
//
// Changed: the first launch writes no running sums, only one sum for each tile. The last launch starts each tile with the
// sum of all tiles before it, so that nothing has to be added afterwards.
// Why: s3 reads and writes every element twice: 4n. This moves 3n.
//
// And it is the most that ordinary launches can do, because only between two launches OpenCL promises that a group sees
// what other groups have stored. It is right on every device.
//
// From      s3
// NDRange   reduce_tiles and scan: ceil(n / TILE) groups of GROUP; scan_sums: one group
// Data      heads: n bytes (with SEGMENTED); sums: one for each tile, then in their place what is before each tile
// Local     as s3
// Needs     GROUP a power of two; fewer than 2^32 tiles
// Loads     reduce_tiles: n; scan_sums: tiles; scan: n, and one for each item
// Stores    tiles; tiles; n
// Counted at 1000, GROUP=16 VALUES=8:   loads  stores  constant  local: loads  stores
//   reduce_tiles   1000       8         0         2176    1664
//   scan_sums         8       8         0          144      80
//   scan           1128    1000         0         3176    2688
#include "scanned.clh"
#include "tile.clh"

// [reduce]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce_tiles(global const T* input, global const uchar* heads, const ulong n, global value* sums) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP];
  value mine[VALUES], all;
  load_tile(input, heads, (ulong)get_group_id(0) * TILE, n, places, mine);
  before_me(sum_of(mine), copies, &all);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = all;
}
// [/reduce]
#include "scan_sums.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, global const uchar* heads, const ulong n, const int inclusive,
     global const value* sums, global T* output) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP];
  const ulong first = (ulong)get_group_id(0) * TILE;
  value mine[VALUES], all;
  load_tile(input, heads, first, n, places, mine);
  const value before = before_me(sum_of(mine), copies, &all);
  store_tile(output, first, n, places, mine, combine(sums[get_group_id(0)], before), inclusive);
}
// [/kernel]
