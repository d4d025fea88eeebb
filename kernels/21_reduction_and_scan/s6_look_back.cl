// s6: a group publishes the sum of its own tile at once, and looks back for the rest.
//
// Changed: a group does not wait for the sum of everything before it. As soon as it has added up its tile it says so, and
// whoever comes later adds up what the tiles before it have said, from its neighbour backwards, until one of them knows
// the sum of everything.
// Why: in s5 a tile's hand-over begins when the one before has ended. Here all tiles in flight say their sums at the same
// time, and a hand-over skips those whose sums are known. This is the *decoupled look-back* of Merrill and Garland, 2016.
//
// Waits     as s5, for groups that have begun
// From      s5
// NDRange, Data, Local, Needs, Loads, Stores: as s5
// Counted at 1000, GROUP=16 VALUES=8:   loads  stores  constant  local: loads  stores
//   scan   1000    1000         0         3432    2704
#include "scanned.clh"
#include "tile.clh"
#include "state.clh"

// [look-back]
// Work-item 0 adds up the tiles before, backwards: what is looked at later belongs in front.
value look_back(volatile global word* states, const uint tile, const value all) {
  publish(states, tile, tile == 0 ? PREFIX : OWN, all);
  value before = NOTHING;
  uint at = tile, status = EMPTY;
  while (at > 0 && status != PREFIX) {
    value theirs;
    status = look_at(states, at - 1, &theirs);
    if (status != EMPTY) {
      before = combine(theirs, before);
      --at;
    }
  }
  if (tile > 0)
    publish(states, tile, PREFIX, combine(before, all));
  return before;
}
// [/look-back]

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, global const uchar* heads, const ulong n, const int inclusive,
     volatile global uint* counter, volatile global word* states, global T* output) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP], of_all_before[1];
  local uint ticket[1];
  const uint tile = take_ticket(counter, ticket);
  const ulong first = (ulong)tile * TILE;
  value mine[VALUES], all;
  load_tile(input, heads, first, n, places, mine);
  const value before = before_me(sum_of(mine), copies, &all);
  if (get_local_id(0) == 0)
    of_all_before[0] = look_back(states, tile, all);
  barrier(CLK_LOCAL_MEM_FENCE);
  store_tile(output, first, n, places, mine, combine(of_all_before[0], before), inclusive);
}
// [/kernel]
