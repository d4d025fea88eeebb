// looks: s6, which also says how often each tile has looked. For the lab's question "How far do groups look back?".
//
// Data      as s6; looks: two uints for each tile: how many states it has looked at, and how many of these were EMPTY
// NDRange, Local, Needs: as s6
#include "scanned.clh"
#include "tile.clh"
#include "state.clh"

// [looks]
value look_back(volatile global word* states, const uint tile, const value all, global uint* looks) {
  publish(states, tile, tile == 0 ? PREFIX : OWN, all);
  value before = NOTHING;
  uint at = tile, status = EMPTY, all_looks = 0, empty = 0;
  while (at > 0 && status != PREFIX) {
    value theirs;
    status = look_at(states, at - 1, &theirs);
    ++all_looks;
    if (status != EMPTY) {
      before = combine(theirs, before);
      --at;
    } else {
      ++empty;
    }
  }
  if (tile > 0)
    publish(states, tile, PREFIX, combine(before, all));
  looks[2 * tile] = all_looks;
  looks[2 * tile + 1] = empty;
  return before;
}
// [/looks]

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, global const uchar* heads, const ulong n, const int inclusive,
     volatile global uint* counter, volatile global word* states, global T* output, global uint* looks) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP], of_all_before[1];
  local uint ticket[1];
  const uint tile = take_ticket(counter, ticket);
  const ulong first = (ulong)tile * TILE;
  value mine[VALUES], all;
  load_tile(input, heads, first, n, places, mine);
  const value before = before_me(sum_of(mine), copies, &all);
  if (get_local_id(0) == 0)
    of_all_before[0] = look_back(states, tile, all, looks);
  barrier(CLK_LOCAL_MEM_FENCE);
  store_tile(output, first, n, places, mine, combine(of_all_before[0], before), inclusive);
}
