// v11: a work-item adds like a tree, too.
//
// Changed: a piece is not added to the sum of all pieces before it, but to the sum of as many pieces as it holds itself.
// Why: in v7 the run of a work-item grows with the input, and with it the error of a sum of floats; a tree's grows with
// the logarithm. Sums of 1, 2, 4, ... pieces wait in `waiting`, one for each bit of the number of pieces that is 1: adding
// a piece is adding 1 to that number, with its carries.
//
//   pieces  binary  waiting                     then
//     5      101    [4 pieces] [] [1 piece]     the sixth meets the single one
//     6      110    [4 pieces] [2 pieces] []
//
// From      v7
// NDRange   as v6
// Local     as v2
// Needs     as v5; fewer than 2^32 pieces for each work-item
// Loads     as v6
// Stores    as v6
// Counted at 1000, GROUP=16 LOADS=4 PER_UNIT=4 VECTOR=4:   loads  stores  constant  local: loads  stores
//   reduce    250       4         0          184     124
//   finish      4       1         0           46      31
#include "operation.clh"
#ifndef GROUP
#define GROUP 256
#endif
#include "tree.clh"
#include "vector.clh"
#ifndef LOADS
#define LOADS 4
#endif

// [pairwise]
partial add_own(global const T* input, global const T* other, const ulong n) {
  const ulong vectors = n / VECTOR;
  const ulong stride = (ulong)get_num_groups(0) * (GROUP * LOADS);
  partial waiting[32]; // waiting[bit]: the sum of 2^bit pieces, if pieces has this bit
  uint pieces = 0;
  ulong v = (ulong)get_group_id(0) * (GROUP * LOADS) + get_local_id(0);
  for (; v + (LOADS - 1) * GROUP < vectors; v += stride) {
    partial sum = partial_of(input, other, v);
#pragma unroll
    for (uint k = 1; k < LOADS; ++k)
      sum = combine(sum, partial_of(input, other, v + k * GROUP));
    uint bit = 0;
    for (; pieces >> bit & 1; ++bit)
      sum = combine(waiting[bit], sum);
    waiting[bit] = sum;
    ++pieces;
  }
  partial mine = NOTHING;
  for (uint k = 0; k < LOADS; ++k) // the last piece, which is not whole
    if (v + k * GROUP < vectors)
      mine = combine(mine, partial_of(input, other, v + k * GROUP));
  for (ulong i = vectors * VECTOR + get_global_id(0); i < n; i += get_global_size(0))
    mine = combine(mine, ELEMENT(i));
  for (uint bit = 0; pieces >> bit != 0; ++bit) // the small sums first
    if (pieces >> bit & 1)
      mine = combine(waiting[bit], mine);
  return mine;
}
// [/pairwise]

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global const T* input, global const T* other, const ulong n, global partial* sums) {
  local partial scratch[GROUP];
  const partial sum = add_up(add_own(input, other, n), scratch);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}
#include "finish.clh"
