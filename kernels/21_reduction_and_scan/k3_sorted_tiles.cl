// k3: a tile is put in order in local memory before it is written.
//
// Changed: work-items first put their keys and values where they belong within the tile. Then neighbouring work-items
// write neighbouring elements of the ordered tile.
// Why: in k2 neighbouring work-items write to places that are far apart, one transaction each. In an ordered tile the
// elements with the same digit are next to each other, and so are their places in the output.
//
// From      k2
// NDRange, Data, Needs: as k2
// Local     as k2, and TILE uints, with PAIRS 2 * TILE
// Loads     as k2
// Stores    as k2, in runs of neighbours
// Counted at 300, BITS=4 GROUP=16 VALUES=16:   loads  stores  constant  local: loads  stores
//   count       2400     256         0          256     256
//   scan_sums    256     256         0         2304    1280
//   scatter     4800    2400         0        25136   16936
#ifndef BITS
#define BITS 4
#endif
#include "ranks.clh"
#include "scan_sums.clh"
#include "count.clh"
#include "ordered.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scatter(global const uint* input, const ulong n, const uint shift, global const uint* counts,
        global uint* output) {
  local uint places[RANKS * GROUP + 1], copies[2 * GROUP], first_of[DIGITS];
  local uint ordered[TILE * (1 + PAIRS)];
  const uint item = get_local_id(0);
  uint keys[VALUES], values[VALUES];
  const uint have = load_keys(input, n, get_group_id(0), keys, values);
  const uint all = order(keys, values, have, shift, places, copies, ordered);
  find_first(ordered, all, shift, first_of);
  for (uint i = item; i < all; i += GROUP) {
    const uint d = DIGIT(ordered[i], shift);
    const uint to = counts[d * get_num_groups(0) + get_group_id(0)] + i - first_of[d];
    output[to] = ordered[i];
#if PAIRS
    output[n + to] = ordered[TILE + i];
#endif
  }
}
// [/kernel]
