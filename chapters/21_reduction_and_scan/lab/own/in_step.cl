// v6 with a barrier in each round of its loop: the work-items of a group stay in step. For the lab's question "Why is v6
// slow on a CPU?".
//
//   21_reduction_and_scan_lab --bench --size 2^26 --step v6 --kernel chapters/21_reduction_and_scan/lab/own/in_step.cl
//
// Without a barrier in the loop, PoCL executes the whole loop of one work-item before that of the next one. Each work-item
// then walks through the whole input, and the next one reads the same cache lines again, long after they have left the
// cache. The barrier, which has no other use here, sends all work-items through a round before the next round begins.
#include "operation.clh"
#include "tree.clh"
#include "vector.clh"
#ifndef LOADS
#define LOADS 4
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global const T* input, global const T* other, const ulong n, global partial* sums) {
  local partial scratch[GROUP];
  const ulong vectors = n / VECTOR;
  const ulong stride = (ulong)get_num_groups(0) * (GROUP * LOADS);
  partial mine = NOTHING;
  ulong first = (ulong)get_group_id(0) * (GROUP * LOADS); // the same in the whole group, as barriers need it
  for (; first + LOADS * GROUP <= vectors; first += stride) {
#pragma unroll
    for (uint k = 0; k < LOADS; ++k)
      mine = combine(mine, partial_of(input, other, first + get_local_id(0) + k * GROUP));
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint k = 0; k < LOADS; ++k) { // the last piece, which is not whole
    const ulong v = first + get_local_id(0) + k * GROUP;
    if (v < vectors)
      mine = combine(mine, partial_of(input, other, v));
  }
  for (ulong i = vectors * VECTOR + get_global_id(0); i < n; i += get_global_size(0))
    mine = combine(mine, ELEMENT(i));
  const partial sum = add_up(mine, scratch);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}
#include "finish.clh"
