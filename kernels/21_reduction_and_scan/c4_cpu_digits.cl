// c4: for CPUs. One work-item for a group, which counts and moves one run of the keys.
//
// Changed: GROUP is 1. A work-item has 256 counters of its own and takes its keys one after another, so a key's place is
// known at once: the tile need not be put in order first.
// Why: one core writes to 256 places at a time, each of which goes on where it was; the lines stay in the first-level cache.
//
// From      k4
// NDRange   count, scatter: ceil(n / TILE) work-items, local size 1; scan_sums: one
// Data      as k2
// Local     none
// Needs     as k2
// Loads     as k2
// Stores    as k2
// Counted at 300, BITS=8 TILE=65536:   loads  stores  constant  local: loads  stores
//   count       1200    1024         0            0       0
//   scan_sums   1024    1024         0            0       0
//   scatter     2224    1200         0            0       0
#ifndef TILE
#define TILE 65536
#endif
#ifndef BITS
#define BITS 8
#endif
#define DIGITS (1 << BITS)
#define DIGIT(key, shift) ((key) >> (shift) & (DIGITS - 1))
#ifndef PAIRS
#define PAIRS 0
#endif

// [kernel]
kernel void count(global const uint* input, const ulong n, const uint shift, global uint* counts) {
  uint seen[DIGITS];
  for (uint d = 0; d < DIGITS; ++d)
    seen[d] = 0;
  const ulong first = (ulong)get_global_id(0) * TILE, end = min(first + TILE, n);
  for (ulong i = first; i < end; ++i)
    seen[DIGIT(input[i], shift)] += 1;
  for (uint d = 0; d < DIGITS; ++d)
    counts[d * get_global_size(0) + get_global_id(0)] = seen[d];
}

kernel void scan_sums(global uint* counts, const uint n) {
  uint sum = 0;
  for (uint i = 0; i < n; ++i) {
    const uint mine = counts[i];
    counts[i] = sum;
    sum += mine;
  }
}

kernel void scatter(global const uint* input, const ulong n, const uint shift,
                    global const uint* counts, global uint* output) {
  uint next[DIGITS];
  for (uint d = 0; d < DIGITS; ++d)
    next[d] = counts[d * get_global_size(0) + get_global_id(0)];
  const ulong first = (ulong)get_global_id(0) * TILE, end = min(first + TILE, n);
  for (ulong i = first; i < end; ++i) {
    const uint key = input[i], to = next[DIGIT(key, shift)]++;
    output[to] = key;
#if PAIRS
    output[n + to] = input[n + i];
#endif
  }
}
// [/kernel]
