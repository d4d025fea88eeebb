// s12: a group never waits. What it needs and does not find it computes itself.
//
// Changed: after SPINS looks at a tile that is still EMPTY, the whole group adds up that tile of the input, offers the sum
// to everyone, and goes on looking back.
// Why: s5 to s11 end only if groups that have begun go on running, which OpenCL does not promise. Here every group ends
// whatever the others do, because each look is followed either by progress or by work of the group's own. So it also needs
// no tickets: the tile is the group's number, in whatever order the device starts them. After Smith, Levien and Owens,
// decoupled fallback, 2025.
//
// The group adds up another's tile with the same code as its own, in the same order, so even floats get the same bits.
//
// Waits     for no one
// From      s7
// NDRange, Data: as s5, without the counter (REVERSED=1: the groups take the tiles from the end, to see that it ends)
// Local     as s7
// Needs     as s7, but any device with the atomics; SPINS >= 1
// Loads     n where nothing is missing, VALUES for each work-item and missing tile more
// Stores    n
// Counted at 1000, GROUP=16 VALUES=8:   loads  stores  constant  local: loads  stores
//   scan   1000    1000         0         3400    2744
#include "scanned.clh"
#include "tile.clh"
#include "state.clh"
#ifndef WINDOW
#define WINDOW (GROUP < 32 ? GROUP : 32)
#endif

#ifndef SPINS
#define SPINS 8
#endif
#ifndef REVERSED
#define REVERSED 0
#endif

// [look-back]
value look_back(global const T* input, global const uchar* heads, const ulong n,
                volatile global word* states, const uint tile, local value* places,
                local value* copies, local value* theirs, local uint* statuses) {
  const uint item = get_local_id(0);
  value before = NOTHING;
  uint at = tile, spins = 0;
  while (at > 0) {
    if (item < WINDOW && item < at) {
      value seen;
      statuses[item] = look_at(states, at - 1 - item, &seen);
      theirs[item] = seen;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint looked_at = min(at, (uint)WINDOW);
    uint k = 0;
    bool found = false;
    for (; k < looked_at && !found && statuses[k] != EMPTY; ++k) {
      before = combine(theirs[k], before);
      found = statuses[k] == PREFIX;
    }
    at = found ? 0 : at - k;
    spins = k == 0 ? spins + 1 : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (spins == SPINS) { // for the whole group at once: `spins` is the same in all its work-items
      value mine[VALUES], missing;
      load_tile(input, heads, (ulong)(at - 1) * TILE, n, places, mine);
      before_me(sum_of(mine), copies, &missing);
      if (item == 0)
        offer(states, at - 1, missing);
      before = combine(missing, before);
      --at;
      spins = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  return before;
}
// [/look-back]

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, global const uchar* heads, const ulong n, const int inclusive,
     volatile global word* states, global T* output) {
  local value places[PLACES] ALIGNED, copies[2 * GROUP], theirs[WINDOW];
  local uint statuses[WINDOW];
  const uint tile = REVERSED ? get_num_groups(0) - 1 - get_group_id(0) : get_group_id(0);
  const ulong first = (ulong)tile * TILE;
  value mine[VALUES], all;
  load_tile(input, heads, first, n, places, mine);
  const value before = before_me(sum_of(mine), copies, &all);
  if (get_local_id(0) == 0)
    publish(states, tile, tile == 0 ? PREFIX : OWN, all);
  const value before_tile = look_back(input, heads, n, states, tile, places,
                                      copies, theirs, statuses);
  if (get_local_id(0) == 0 && tile > 0)
    publish(states, tile, PREFIX, combine(before_tile, all));
  store_tile(output, first, n, places, mine, combine(before_tile, before), inclusive);
}
// [/kernel]
