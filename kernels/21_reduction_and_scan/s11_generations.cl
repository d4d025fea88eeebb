// s11: nothing has to be cleared between two runs.
//
// Changed: each state names the run that it belongs to, its generation. A state of another generation counts as EMPTY. And
// the counter of tickets goes on where the last run has left it: the host says which ticket is the first.
// Why: s5 to s10 fill the states and the counter with zeros before each run. On a GPU two fills and the gaps between
// commands take longer than the scan of a million elements.
//
// Waits     as s5, for groups that have begun
// From      s10
// NDRange, Local: as s7
// Data      states: one for each tile, all 0 before the first run; generation: from 1 to 8191, never the same twice
//           until the states are cleared; counter: 0 before the first run; first_ticket: what it holds before this one
// Needs     as s10
// Loads, Stores: as s9
// Counted at 1000, GROUP=16 VALUES=28:   loads  stores  constant  local: loads  stores
//   scan    328     328         0         1544    1593
#define OWN_GROUP_SCAN
#define GENERATIONS
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
     volatile global uint* counter, volatile global word* states, global T* output,
     const uint generation, const uint first_ticket) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP], theirs[WINDOW];
  local uint ticket[1], statuses[WINDOW];
  const state_list list = {states, generation};
  const uint tile = take_ticket(counter, ticket) - first_ticket;
  const ulong first = (ulong)tile * TILE;
  value mine[VALUES], all;
  load_tile(input, heads, first, n, places, mine);
  const value before = before_me(sum_of(mine), copies, &all);
  if (get_local_id(0) == 0)
    publish(list, tile, tile == 0 ? PREFIX : OWN, all);
  const value before_tile = look_back(list, tile, theirs, statuses);
  if (get_local_id(0) == 0 && tile > 0)
    publish(list, tile, PREFIX, combine(before_tile, all));
  store_tile(output, first, n, places, mine, combine(before_tile, before), inclusive);
}
// [/kernel]
