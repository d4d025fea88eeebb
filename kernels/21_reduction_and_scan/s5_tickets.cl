// s5: one pass. Each group waits until the group before it knows the sum of everything so far.
//
// Changed: a group reads its tile once, waits for what is before it, publishes what is behind it, and writes.
// Why: n elements are read and n written, which is the least that a scan can do: 2n instead of 3n. The price is a chain:
// the tiles hand over one after another.
//
// A group waits for another group here, and OpenCL promises neither that the other one has begun nor that it will go on.
// Half of that can be had: a group asks for a *ticket* when it runs, and the ticket is the number of its tile. So the
// tiles before it belong to groups that have begun. That they go on is a hope, true of NVIDIA's and AMD's GPUs and of
// PoCL (whose threads the system shares out), not of every GPU: s12 does without.
//
// From      s4
// NDRange   ceil(n / TILE) groups of GROUP
// Data      `counter`: 0; `states`: STATE_WORDS words for each tile, all 0 (before every run)
// Local     PLACES + 2 * GROUP + 1 values, one uint
// Needs     GROUP a power of two; fewer than 2^32 tiles; groups that go on running once they have begun
// Loads     n, and atomics
// Stores    n
// Counted at 1000, GROUP=16 VALUES=8:   loads  stores  constant  local: loads  stores
//   scan   1000    1000         0         3432    2704
#include "scanned.clh"
#include "tile.clh"
#include "state.clh"

// [look-back]
// Work-item 0 waits for the tile before; what it says is before the tile.
value wait_for(volatile global word* states, const uint tile, const value all) {
  value before = NOTHING;
  if (tile > 0)
    while (look_at(states, tile - 1, &before) != PREFIX)
      ;
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
    of_all_before[0] = wait_for(states, tile, all);
  barrier(CLK_LOCAL_MEM_FENCE);
  store_tile(output, first, n, places, mine, combine(of_all_before[0], before), inclusive);
}
// [/kernel]
