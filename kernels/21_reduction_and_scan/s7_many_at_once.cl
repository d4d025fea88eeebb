// s7: WINDOW work-items look at WINDOW tiles at the same time.
//
// Changed: only who looks back.
// Why: looking at a state is a trip through the second-level cache, hundreds of clock cycles. With hundreds of groups in
// flight s6's work-item 0 makes hundreds of such trips, one after another. Here a trip looks at WINDOW states.
//
// Waits     as s5, for groups that have begun
// From      s6
// NDRange, Data: as s5
// Local     PLACES + 2 * GROUP + WINDOW values, 1 + WINDOW uints
// Needs     as s5; WINDOW <= GROUP
// Loads, Stores: as s5
// Counted at 1000, GROUP=16 VALUES=8:   loads  stores  constant  local: loads  stores
//   scan   1000    1000         0         3528    2752
#include "scanned.clh"
#include "tile.clh"
#include "state.clh"
#include "look_back.clh"

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
