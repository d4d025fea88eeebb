// v4: each work-item first adds up LOADS elements of its own.
//
// Changed: a group takes GROUP * LOADS elements. A work-item's are GROUP apart, so that neighbours still read neighbours.
// Why: the tree, with its barriers, runs once for LOADS times as many elements. And memory is busy only while loads are
// under way: one load for each work-item is too few, and those of one work-item's loop depend on nothing and can all be
// started at once.
//
// From      v3
// NDRange   ceil(n / LOADS) work-items, at least one, rounded up to the local size GROUP
// Local     as v2
// Needs     as v2
// Loads     one element (dot product: two) for each i < n; local, for each group: 3 * GROUP - 2
// Stores    as v2
// Counted at 1000, GROUP=16 LOADS=16:   loads  stores  constant  local: loads  stores
//   reduce   1000       4         0          184     124
//   again       4       1         0           46      31
#include "operation.clh"
#include "tree.clh"
#ifndef LOADS
#define LOADS 16
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global const T* input, global const T* other, const ulong n, global partial* sums) {
  local partial scratch[GROUP];
  const ulong first = (ulong)get_group_id(0) * (GROUP * LOADS) + get_local_id(0);
  partial mine = NOTHING;
  if (first + (LOADS - 1) * GROUP < n) { // all of them exist: nothing stands between the loads
#pragma unroll
    for (uint k = 0; k < LOADS; ++k)
      mine = combine(mine, ELEMENT(first + k * GROUP));
  } else {
    for (ulong i = first; i < n; i += GROUP) // the last group: its elements end before the next one's would begin
      mine = combine(mine, ELEMENT(i));
  }
  const partial sum = add_up(mine, scratch);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}
// [/kernel]
#include "again.clh"
