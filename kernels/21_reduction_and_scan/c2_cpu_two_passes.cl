// c2: for CPUs. One work-item for a group, one run of the input for each.
//
// Changed: GROUP is 1. A work-item walks over its run with vectors of 16: running sums within a vector take four shifted
// additions, and the carry goes on in a register.
// Why: as c1: no barriers, no local memory, vector registers filled by one work-item. 3n, as s4.
//
// From      s4
// NDRange   reduce_tiles and scan: one work-item for each run; scan_sums: one work-item
// Data      as s4, with runs of TILE elements in the place of tiles
// Local     none
// Needs     TILE a multiple of 16
// Loads     as s4, in vectors of 16
// Stores    as s4, in vectors of 16
// Counted at 1000, TILE=65536:   loads  stores  constant  local: loads  stores
//   reduce_tiles    100       1         0            0       0
//   scan_sums         1       1         0            0       0
//   scan             71      70         0            0       0
#include "scanned.clh"
#include "run.clh"

kernel void reduce_tiles(global const T* input, global const uchar* heads, const ulong n,
                         global value* sums) {
  sums[get_global_id(0)] = sum_of_run(input, heads, (ulong)get_global_id(0) * TILE, n);
}

kernel void scan_sums(global value* sums, const uint tiles) {
  value carry = NOTHING;
  for (uint tile = 0; tile < tiles; ++tile) {
    const value mine = sums[tile];
    sums[tile] = carry;
    carry = combine(carry, mine);
  }
}

kernel void scan(global const T* input, global const uchar* heads, const ulong n, const int inclusive,
                 global const value* sums, global T* output) {
  scan_run(input, heads, (ulong)get_global_id(0) * TILE, n, inclusive, sums[get_global_id(0)], output);
}
