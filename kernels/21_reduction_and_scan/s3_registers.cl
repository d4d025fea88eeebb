// s3: VALUES elements for each work-item, added up in its registers.
//
// Changed: a work-item adds VALUES neighbours by itself. Only the sums of the work-items go through s1's rounds.
// Why: in a register a running sum costs one addition an element, and no barrier. The rounds and their barriers are paid
// once for GROUP * VALUES elements. The tile goes through local memory on its way in and out, because a work-item wants
// neighbours, but global memory wants neighbouring work-items to read neighbours.
//
// From      s1 (its rounds for the work-items' sums)
// NDRange   scan: ceil(n / VALUES) work-items, rounded up to the local size GROUP; add: n
// Local     PLACES + 2 * GROUP elements
// Needs     GROUP a power of two; no segments
// Loads     scan: n; add: as s1
// Stores    as s1
// Counted at 1000, GROUP=16 VALUES=8:   loads  stores  constant  local: loads  stores
//   scan   1008    1017         0         3456    3024
//   add    2000    1000         0            0       0
#define SEGMENTED 0
#include "scanned.clh"
#include "tile.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, const ulong n, const int inclusive, global T* output, global T* sums) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP];
  const ulong first = (ulong)get_group_id(0) * TILE;
  value mine[VALUES], all;
  load_tile(input, 0, first, n, places, mine);
  const value before = before_me(sum_of(mine), copies, &all);
  store_tile(output, first, n, places, mine, before, inclusive);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = all;
}
// [/kernel]
#define BLOCK TILE
#include "add.clh"
