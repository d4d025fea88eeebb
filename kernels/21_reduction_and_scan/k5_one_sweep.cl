// k5: one pass over the keys for each digit, as s6 makes of s4's two.
//
// Changed: `count` reads the keys once and counts all four digits, because a pass does not change how often a digit occurs.
// That tells where each digit begins in the output. How many keys with this digit the tiles before have is found while
// everything runs, by looking back: each tile publishes 256 states, one for each digit, and each work-item looks back for
// digits of its own.
// Why: k4's pass reads the keys twice and writes them once; this one reads them once. After Adinets and Merrill, Onesweep,
// 2022.
//
// A state is one 32-bit word: status (2 bits), number of keys (30 bits).
//
// Waits     as s5, for groups that have begun
// From      k4
// NDRange   count: any number of groups of GROUP; scan_counts: one group for each pass; sweep: ceil(n / TILE) groups
// Data      starts: DIGITS for each pass, 0 before count; tickets: one for each pass, 0 before; states: DIGITS for each
//           tile, 0 before each sweep
// Local     as k4, 2 * DIGITS uints, and one
// Needs     as k4; n < 2^30
// Loads     count: n, all passes together; sweep: n, with PAIRS 2n, and atomics
// Stores    as k4
// Counted at 300, BITS=8 GROUP=16 VALUES=16:   loads  stores  constant  local: loads  stores
//   count         1200       0         0         2048    2048
//   scan_counts   1024    1024         0         9216    5120
//   sweep         3248    1200         0        30208   24456
#ifndef BITS
#define BITS 8
#endif
#define RANK_BITS 4
#include "ranks.clh"
#include "ordered.clh"
#include "twice.clh"
#include "starts.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sweep(global const uint* input, const ulong n, const uint pass, global const uint* starts,
      volatile global uint* tickets, volatile global uint* states, global uint* output) {
  local uint places[RANKS * GROUP + 1], copies[2 * GROUP], ticket[1];
  local uint first_of[DIGITS], end_of[DIGITS];
  local uint ordered[TILE * (1 + PAIRS)];
  const uint item = get_local_id(0), shift = pass * BITS;
  if (item == 0)
    ticket[0] = atomic_inc(tickets + pass);
  for (uint d = item; d < DIGITS; d += GROUP)
    first_of[d] = end_of[d] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tile = ticket[0];
  const uint all = order_twice(input, n, tile, shift, places, copies, ordered);
  find_first(ordered, all, shift, first_of);
  for (uint i = item; i < all; i += GROUP) {
    const uint d = DIGIT(ordered[i], shift);
    if (i == all - 1 || DIGIT(ordered[i + 1], shift) != d)
      end_of[d] = i + 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = item; d < DIGITS; d += GROUP) // from here on first_of says how far a key of the tile moves
    first_of[d] = starts[pass * DIGITS + d] + before_tile(states + d, tile, end_of[d] - first_of[d]) -
                  first_of[d];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = item; i < all; i += GROUP) {
    const uint to = first_of[DIGIT(ordered[i], shift)] + i;
    output[to] = ordered[i];
#if PAIRS
    output[n + to] = ordered[TILE + i];
#endif
  }
}
// [/kernel]
