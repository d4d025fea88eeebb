// c5: c1, and what each addition loses is added up, too.
//
// Changed: beside each vector of sums there is one of rests, as in v10. Why: a sum with hardly any error. We had expected
// its seven vector additions for 64 bytes, where c1 has one, to hide behind the memory, and they do not (page 2).
//
// From      c1
// NDRange   any number of work-items, a few for each core; then `finish` with GROUP 1
// Local     one partial, in finish
// Needs     a sum or a dot product of floats, all of them finite
// Loads     as c1; a partial is two floats, which are loaded together
// Stores    one partial for each work-item
// Counted at 1000, CHAINS=4 PER_UNIT=4:   loads  stores  constant  local: loads  stores
//   reduce    100       4         0            0       0
//   finish      4       1         0            0       0
#define COMPENSATED
#define GROUP 1
#define VECTOR 16
#include "operation.clh"
#include "tree.clh"
#ifndef CHAINS
#define CHAINS 4
#endif
typedef PASTE(T, 16) elements;

// [kernel]
kernel void reduce(global const T* input, global const T* other, const ulong n,
                   global partial* sums) {
  const ulong blocks = n / (16 * CHAINS), runs = get_global_size(0), run = get_global_id(0);
  const ulong most = (blocks + runs - 1) / runs, begin = min(run * most, blocks);
  const ulong first = begin * (16 * CHAINS), count = min(most, blocks - begin);
  elements total[CHAINS], rest[CHAINS];
  for (uint k = 0; k < CHAINS; ++k)
    total[k] = rest[k] = 0;
  for (ulong b = 0; b < count; ++b) {
    const ulong at = first + b * (16 * CHAINS);
#pragma unroll
    for (uint k = 0; k < CHAINS; ++k) {
#if OPERATION == OP_DOT
      const elements x = vload16(k, input + at), y = vload16(k, other + at), add = x * y;
      rest[k] += fma(x, y, -add);
#else
      const elements add = vload16(k, input + at);
#endif
      const elements sum = total[k] + add, of_add = sum - total[k];
      rest[k] += (total[k] - (sum - of_add)) + (add - of_add);
      total[k] = sum;
    }
  }
  partial mine = NOTHING;
  for (uint k = 0; k < CHAINS; ++k) {
    T each[16], rests[16];
    vstore16(total[k], 0, each);
    vstore16(rest[k], 0, rests);
    for (uint lane = 0; lane < 16; ++lane)
      mine = combine(mine, (partial){each[lane], rests[lane]});
  }
  if (run == runs - 1)
    for (ulong i = blocks * (16 * CHAINS); i < n; ++i)
      mine = combine(mine, ELEMENT(i));
  sums[run] = mine;
}
// [/kernel]
#include "finish_rounded.clh"
