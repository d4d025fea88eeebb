// s10: the work-items of a warp read one another's registers, where the device can (warp.clh).
//
// Changed: the running sums of a group's work-items, and the looking back.
// Why: s1's rounds cost a barrier each, and so does each look of s7 and what follows from it. In a warp five shuffles and
// two ballots do the same, and only the first warp looks: the others sleep at one barrier.
//
// Waits     as s5, for groups that have begun
// From      s9
// NDRange, Data, Local: as s7
// Needs     as s9; for PTX a GROUP of whole warps
// Loads, Stores: as s9
// Counted at 1000, GROUP=16 VALUES=28:   loads  stores  constant  local: loads  stores
//   scan    328     328         0         1544    1593
#define OWN_GROUP_SCAN
#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef VALUES
#define VALUES 28
#endif
#include "scanned.clh"
#include "tile.clh"
#include "state.clh"
#include "warp.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, global const uchar* heads, const ulong n, const int inclusive,
     volatile global uint* counter, volatile global word* states, global T* output) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP], theirs[WINDOW];
  local uint ticket[1], statuses[WINDOW];
  const uint tile = take_ticket(counter, ticket);
  const ulong first = (ulong)tile * TILE;
  value mine[VALUES], all;
  load_tile(input, heads, first, n, places, mine);
  const value before = before_me(sum_of(mine), copies, &all);
  if (get_local_id(0) == 0)
    publish(states, tile, tile == 0 ? PREFIX : OWN, all);
  const value before_tile = look_back(states, tile, theirs, statuses);
  if (get_local_id(0) == 0 && tile > 0)
    publish(states, tile, PREFIX, combine(before_tile, all));
  store_tile(output, first, n, places, mine, combine(before_tile, before), inclusive);
}
// [/kernel]
