// v6: as many groups as the device can run at once, however long the input is.
//
// Changed: the groups walk over the input together: group g takes piece g, then piece g + number of groups, and so on.
// Why: the number of sums is fixed, so a second launch, of one group, always finishes: two launches, not one for each
// factor of GROUP * LOADS * VECTOR. And a work-item runs its tree once, not once for each piece.
//
// From      v5
// NDRange   any number of groups of GROUP; then `finish`, one group
// Local     as v2
// Needs     as v5
// Loads     as v5; local, for each group: 3 * GROUP - 2
// Stores    one partial for each group
// Counted at 1000, GROUP=16 LOADS=4 PER_UNIT=4 VECTOR=4:   loads  stores  constant  local: loads  stores
//   reduce    250       4         0          184     124
//   finish      4       1         0           46      31
#include "operation.clh"
#include "tree.clh"
#include "vector.clh"
#ifndef LOADS
#define LOADS 4
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global const T* input, global const T* other, const ulong n, global partial* sums) {
  local partial scratch[GROUP];
  const ulong vectors = n / VECTOR;
  const ulong stride = (ulong)get_num_groups(0) * (GROUP * LOADS);
  partial mine = NOTHING;
  ulong v = (ulong)get_group_id(0) * (GROUP * LOADS) + get_local_id(0);
  for (; v + (LOADS - 1) * GROUP < vectors; v += stride) {
#pragma unroll
    for (uint k = 0; k < LOADS; ++k)
      mine = combine(mine, partial_of(input, other, v + k * GROUP));
  }
  for (uint k = 0; k < LOADS; ++k) // the last piece, which is not whole
    if (v + k * GROUP < vectors)
      mine = combine(mine, partial_of(input, other, v + k * GROUP));
  for (ulong i = vectors * VECTOR + get_global_id(0); i < n; i += get_global_size(0))
    mine = combine(mine, ELEMENT(i));
  const partial sum = add_up(mine, scratch);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}
// [/kernel]
#include "finish.clh"
