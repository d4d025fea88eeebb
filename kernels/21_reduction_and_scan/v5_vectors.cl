// v5: the elements come in vectors.
//
// Changed: a work-item loads LOADS vectors of VECTOR elements, not single ones. LOADS * VECTOR is v4's LOADS.
// Why: the same bytes are asked for by a quarter of the instructions, 16 bytes at a time.
//
// From      v4
// NDRange   ceil(n / (LOADS * VECTOR)) work-items, at least one, rounded up to the local size GROUP
// Local     as v2
// Needs     as v2; VECTOR 1, 2, 4, 8 or 16
// Loads     for each v < n / VECTOR one vector (dot product: two), for each of the n % VECTOR elements behind them one
//           element; local, for each group: 3 * GROUP - 2
// Stores    as v2
// Counted at 1000, GROUP=16 LOADS=4 VECTOR=4:   loads  stores  constant  local: loads  stores
//   reduce    250       4         0          184     124
//   again       4       1         0           46      31
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
  const ulong first = (ulong)get_group_id(0) * (GROUP * LOADS) + get_local_id(0);
  partial mine = NOTHING;
  if (first + (LOADS - 1) * GROUP < vectors) {
#pragma unroll
    for (uint k = 0; k < LOADS; ++k)
      mine = combine(mine, partial_of(input, other, first + k * GROUP));
  } else {
    for (ulong v = first; v < vectors; v += GROUP)
      mine = combine(mine, partial_of(input, other, v));
  }
  // Fewer than VECTOR elements are behind the last whole vector.
  for (ulong i = vectors * VECTOR + get_global_id(0); i < n; i += get_global_size(0))
    mine = combine(mine, ELEMENT(i));
  const partial sum = add_up(mine, scratch);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}
// [/kernel]
#include "again.clh"
