// k2 (and k1, with BITS 1): a radix sort. Each pass orders the keys by one digit of BITS bits, beginning with the lowest.
//
// A pass that keeps the order of equal digits does not destroy what the passes before it have achieved: after the last
// one the keys are sorted. A pass is three launches: count the digits of each tile; running sums of the counts, digit by
// digit and within a digit tile by tile, which say where each tile's keys with each digit go (scan_sums, from s4); write
// every key, and its value, where it belongs.
//
// NDRange   count, scatter: ceil(n / TILE) groups of GROUP; scan_sums: one group
// Data      n keys, with PAIRS n values behind them; counts: DIGITS for each tile
// Local     DIGITS * (GROUP + 1) + 1 + 2 * GROUP uints
// Needs     GROUP a power of two; DIGITS * tiles < 2^32; output is not input; n < 2^32
// Loads     count: n; scatter: n, with PAIRS 2n
// Stores    scatter: n or 2n, at addresses that are far apart
// Counted at 300, BITS=4 GROUP=16 VALUES=16:   loads  stores  constant  local: loads  stores
//   count       2400     256         0          256     256
//   scan_sums    256     256         0         2304    1280
//   scatter     4800    2400         0        17952   14544
#ifndef BITS
#define BITS 4
#endif
#include "ranks.clh"
#include "scan_sums.clh"
#include "count.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scatter(global const uint* input, const ulong n, const uint shift, global const uint* counts,
        global uint* output) {
  local uint places[DIGITS * GROUP + 1], copies[2 * GROUP], first_of[DIGITS];
  const uint item = get_local_id(0);
  uint keys[VALUES], values[VALUES];
  const uint have = load_keys(input, n, get_group_id(0), keys, values);
  find_ranks(keys, have, shift, places, copies);
  for (uint d = item; d < DIGITS; d += GROUP)
    first_of[d] = places[d * GROUP];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < have; ++k) {
    const uint d = DIGIT(keys[k], shift);
    const uint place = places[d * GROUP + item];
    places[d * GROUP + item] = place + 1; // the next of this item with this digit goes behind it
    const uint to = counts[d * get_num_groups(0) + get_group_id(0)] + place - first_of[d];
    output[to] = keys[k];
#if PAIRS
    output[n + to] = values[k];
#endif
  }
}
// [/kernel]
