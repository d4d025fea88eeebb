// k6: NVIDIA only. A warp ranks its keys with ballots, and the tile is put in order in one round.
//
// Changed: how a tile is put in order. A warp takes 32 neighbouring keys at a time. Eight ballots, one for each bit of the
// digit, tell every work-item which others of its warp have the same digit; how many of those are before it is its place
// among them. A counter for each warp and digit says how many the warp has had before.
// Why: k5 orders a tile twice, and each time it counts, adds up and reads its counters back through local memory. Here a
// key costs eight ballots and one access to a counter. (NVIDIA has an instruction for all eight, match.any: on an H200 it is
// slower than they are.)
//
// Waits     as s5, for groups that have begun
// From      k5
// NDRange, Data, Stores: as k5
// Local     (GROUP / 32 + 2) * DIGITS + TILE + GROUP / 32 + 1 uints, with PAIRS TILE more
// Needs     as k5; NVIDIA's PTX, a GROUP of whole warps, at least DIGITS
// Loads     as k5
#ifndef BITS
#define BITS 8
#endif
#define RANK_BITS 4
#include "ranks.clh"
#include "starts.clh"
#define WARP 32
#define WARPS (GROUP / WARP)

// [ballots]
uint ballot(const uint yes) {
  uint bits;
  asm volatile("{.reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff;}"
               : "=r"(bits)
               : "r"(yes));
  return bits;
}

uint from_lane(const uint mine, const uint lane) {
  uint theirs;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;"
               : "=r"(theirs)
               : "r"(mine), "r"(lane));
  return theirs;
}

// [same-digit]
// A bit for each work-item of the warp with the same digit.
uint same_digit(const uint digit) {
  uint same = 0xFFFFFFFF;
#pragma unroll
  for (uint b = 0; b < BITS; ++b) {
    const uint mine = digit >> b & 1, ones = ballot(mine);
    same &= mine ? ones : ~ones;
  }
  return same;
}
// [/same-digit]
// [/ballots]

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sweep(global const uint* input, const ulong n, const uint pass, global const uint* starts,
      volatile global uint* tickets, volatile global uint* states, global uint* output) {
  local uint seen[WARPS * DIGITS], copies[2 * GROUP], move[DIGITS], ticket[1];
  local uint ordered[TILE * (1 + PAIRS)];
  const uint item = get_local_id(0), lane = item % WARP, warp = item / WARP, shift = pass * BITS;
  if (item == 0)
    ticket[0] = atomic_inc(tickets + pass);
  for (uint i = item; i < WARPS * DIGITS; i += GROUP)
    seen[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tile = ticket[0];
  const ulong first = (ulong)tile * TILE + warp * (WARP * VALUES) + lane;

  uint keys[VALUES], ranks[VALUES];
#pragma unroll
  for (uint k = 0; k < VALUES; ++k) // beyond the end: the largest digit, and behind all others
    keys[k] = first + k * WARP < n ? input[first + k * WARP] : 0xFFFFFFFF;
  // [ranks]
  local uint* const own = seen + warp * DIGITS;
#pragma unroll
  for (uint k = 0; k < VALUES; ++k) {
    const uint d = DIGIT(keys[k], shift), same = same_digit(d);
    const uint before = popcount(same & ((1u << lane) - 1));
    uint had = 0;
    if (before == 0) { // one work-item for each digit
      had = own[d];
      own[d] = had + popcount(same);
    }
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    ranks[k] = before + from_lane(had, 31 - clz(same & -same));
  }
  // [/ranks]
  barrier(CLK_LOCAL_MEM_FENCE);

  // Digit `item`: what the warps before each warp have, what the tile has, where the tile's first one goes.
  uint sum = 0, all;
  if (item < DIGITS)
#pragma unroll
    for (uint w = 0; w < WARPS; ++w) {
      const uint mine = seen[w * DIGITS + item];
      seen[w * DIGITS + item] = sum;
      sum += mine;
    }
  const uint place = before_me(sum, copies, &all);
  if (item < DIGITS) {
    for (uint w = 0; w < WARPS; ++w)
      seen[w * DIGITS + item] += place;
    move[item] = starts[pass * DIGITS + item] + before_tile(states + item, tile, sum) - place;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

#pragma unroll
  for (uint k = 0; k < VALUES; ++k) {
    const uint at = own[DIGIT(keys[k], shift)] + ranks[k];
    ordered[at] = keys[k];
#if PAIRS
    ordered[TILE + at] = first + k * WARP < n ? input[n + first + k * WARP] : 0;
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint have = min((ulong)TILE, n - (ulong)tile * TILE);
  for (uint i = item; i < have; i += GROUP) {
    const uint to = move[DIGIT(ordered[i], shift)] + i;
    output[to] = ordered[i];
#if PAIRS
    output[n + to] = ordered[TILE + i];
#endif
  }
}
// [/kernel]
