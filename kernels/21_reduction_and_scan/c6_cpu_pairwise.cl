// c6: c1, and a run is added like a tree.
//
// Changed: as in v11, a piece of PIECE blocks meets the sum of as many pieces as it holds itself. Why: the error of a sum of
// floats grows with the logarithm of a run, not with its length, for hardly any additions more than c1's.
//
// From      c1
// NDRange   any number of work-items, a few for each core; then `finish` with GROUP 1
// Local     one partial, in finish
// Needs     a sum or a dot product
// Loads     as c1
// Stores    as c1
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
#ifndef PIECE
#define PIECE 8
#endif
typedef PASTE(T, 16) elements;

// [kernel]
kernel void reduce(global const T* input, global const T* other, const ulong n,
                   global partial* sums) {
  const ulong blocks = n / (16 * CHAINS), runs = get_global_size(0), run = get_global_id(0);
  const ulong most = (blocks + runs - 1) / runs, begin = min(run * most, blocks);
  const ulong end = min(begin + most, blocks);
  elements waiting[32];
  uint pieces = 0;
  for (ulong piece = begin; piece < end; piece += PIECE) {
    elements total[CHAINS];
    for (uint k = 0; k < CHAINS; ++k)
      total[k] = 0;
    for (ulong b = piece; b < min(piece + PIECE, end); ++b) {
      const ulong at = b * (16 * CHAINS);
#pragma unroll
      for (uint k = 0; k < CHAINS; ++k)
        total[k] += PARTIAL(vload16(k, input + at), OTHER(vload16(k, other + at)), at);
    }
    for (uint k = 1; k < CHAINS; ++k)
      total[0] += total[k];
    uint bit = 0;
    for (; pieces >> bit & 1; ++bit)
      total[0] += waiting[bit];
    waiting[bit] = total[0];
    ++pieces;
  }
  elements all = 0;
  for (uint bit = 0; pieces >> bit != 0; ++bit) // the small sums first
    if (pieces >> bit & 1)
      all += waiting[bit];
  T each[16];
  vstore16(all, 0, each);
  for (uint stride = 8; stride > 0; stride /= 2)
    for (uint lane = 0; lane < stride; ++lane)
      each[lane] += each[lane + stride];
  partial mine = each[0];
  if (run == runs - 1)
    for (ulong i = blocks * (16 * CHAINS); i < n; ++i)
      mine = combine(mine, ELEMENT(i));
  sums[run] = mine;
}
// [/kernel]
#include "finish.clh"
