// v3: the tree folds the upper half onto the lower one.
//
// Changed: in each round the first work-items add, and what they add is half the array away: `item < stride`.
// Why: in v2 the work-items that add are spread over all warps, so every warp runs in every round. Here whole warps have
// nothing to do.
//
//   a  b  c  d  e  f  g  h       stride 4: items 0 to 3
//   ae bf cg dh                  stride 2: items 0, 1
//   aceg bdfh                    stride 1: item 0
//
// The elements are added in another order than in v2, so a sum of floats may differ in its last bits.
//
// From      v2
// NDRange   as v2
// Local     as v2
// Needs     as v2
// Loads     as v2
// Stores    as v2
// Counted at 1000, GROUP=16:   loads  stores  constant  local: loads  stores
//   reduce   1000      63         0         2898    1953
//   again      67       5         0          230     155
#include "operation.clh"
#include "tree.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global const T* input, global const T* other, const ulong n, global partial* sums) {
  local partial scratch[GROUP];
  const ulong i = get_global_id(0);
  const partial sum = add_up(i < n ? ELEMENT(i) : NOTHING, scratch);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}
// [/kernel]
#include "again.clh"
