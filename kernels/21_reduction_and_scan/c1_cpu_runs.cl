// c1: for CPUs. One work-item for a group, which adds up one run of the input.
//
// Changed: GROUP is 1, and the elements of a work-item are neighbours: CHAINS vectors of 16 at a time, one sum for each.
// Why: a core has no lanes to share out among work-items, but vector registers that one work-item fills. Without other
// work-items there is no tree and no barrier. And a core that reads one run is what its prefetcher expects.
//
// From      v7
// NDRange   any number of work-items, a few for each core; then `finish` with GROUP 1
// Local     one partial, in finish
// Needs     -
// Loads     as v5 with VECTOR 16; the elements that are left in a run one by one
// Stores    one partial for each work-item
// Counted at 1000, CHAINS=4 PER_UNIT=4:   loads  stores  constant  local: loads  stores
//   reduce    100       4         0            0       0
//   finish      4       1         0            0       1
#define GROUP 1
#define VECTOR 16
#include "operation.clh"
#include "tree.clh"
#ifndef CHAINS
#define CHAINS 4
#endif
typedef PASTE(T, 16) elements;

// [kernel]
elements combine16(const elements a, const elements b) {
#if OPERATION == OP_MIN
  return min(a, b);
#elif OPERATION == OP_MAX || OPERATION == OP_ARGMAX
  return max(a, b);
#else
  return a + b;
#endif
}

kernel void reduce(global const T* input, global const T* other, const ulong n, global partial* sums) {
  // Runs of whole blocks, of which the last ones may be shorter; the last one also has what is left.
  const ulong blocks = n / (16 * CHAINS), runs = get_global_size(0), run = get_global_id(0);
  const ulong most = (blocks + runs - 1) / runs, begin = min(run * most, blocks);
  const ulong first = begin * (16 * CHAINS), count = min(most, blocks - begin);
  partial mine = NOTHING;
#if OPERATION == OP_ARGMAX
  // First the largest value of each block, and only where it is larger than all before: where.
  for (ulong b = 0; b < count; ++b) {
    const ulong at = first + b * (16 * CHAINS);
    elements most = vload16(0, input + at);
    for (uint k = 1; k < CHAINS; ++k)
      most = max(most, vload16(k, input + at));
    if (any(most > (elements)mine.value) || mine.index == ULONG_MAX)
      for (uint k = 0; k < 16 * CHAINS; ++k)
        mine = combine(mine, PARTIAL(input[at + k], 0, at + k));
  }
#else
  elements total[CHAINS];
  for (uint k = 0; k < CHAINS; ++k)
    total[k] = (elements)NOTHING;
  for (ulong b = 0; b < count; ++b) {
    const ulong at = first + b * (16 * CHAINS);
#pragma unroll
    for (uint k = 0; k < CHAINS; ++k)
      total[k] = combine16(total[k], PARTIAL(vload16(k, input + at), OTHER(vload16(k, other + at)), at));
  }
  for (uint k = 1; k < CHAINS; ++k)
    total[0] = combine16(total[0], total[k]);
  T each[16];
  vstore16(total[0], 0, each);
  for (uint k = 0; k < 16; ++k)
    mine = combine(mine, each[k]);
#endif
  if (run == runs - 1)
    for (ulong i = blocks * (16 * CHAINS); i < n; ++i)
      mine = combine(mine, ELEMENT(i));
  sums[run] = mine;
}
// [/kernel]
#include "finish.clh"
