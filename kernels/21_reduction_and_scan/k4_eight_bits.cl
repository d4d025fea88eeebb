// k4: digits of eight bits: four passes instead of eight.
//
// Changed: BITS. A table of 256 digits for each work-item does not fit local memory, so the tile is put in order in two
// rounds of four bits, as k1 to k3 do with the whole input.
// Why: each pass moves all keys through global memory. A second round in local memory costs less than a second pass.
//
// From      k3
// NDRange, Data, Needs: as k2
// Local     16 * GROUP + 1 + 2 * GROUP + DIGITS + TILE uints, with PAIRS TILE more
// Loads, Stores: as k3, for each pass
// Counted at 300, BITS=8 GROUP=16 VALUES=16:   loads  stores  constant  local: loads  stores
//   count       1200    2048         0         2048    2048
//   scan_sums   2048    2048         0        18432   10240
//   scatter     2400    1200         0        21544   17496
#ifndef BITS
#define BITS 8
#endif
#define RANK_BITS 4
#include "ranks.clh"
#include "scan_sums.clh"
#include "count.clh"
#include "ordered.clh"
#include "twice.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scatter(global const uint* input, const ulong n, const uint shift, global const uint* counts,
        global uint* output) {
  local uint places[RANKS * GROUP + 1], copies[2 * GROUP], first_of[DIGITS];
  local uint ordered[TILE * (1 + PAIRS)];
  const uint item = get_local_id(0);
  const uint all = order_twice(input, n, get_group_id(0), shift, places, copies, ordered);
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
