// s4 whose first launch adds up a tile without taking it through local memory: each work-item adds elements that are GROUP
// apart, and only the work-items' sums meet. For sums only, without segments. For the lab's question "Why is s4 slower than s3
// on a CPU?".
//
//   21_reduction_and_scan_lab --bench --problem scan --size 2^26 --step s4 --kernel chapters/21_reduction_and_scan/lab/own/direct_sums.cl
#define reduce_tiles reduce_tiles_of_s4
#include "s4_reduce_then_scan.cl"
#undef reduce_tiles

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce_tiles(global const T* input, global const uchar* heads, const ulong n, global value* sums) {
  local value copies[2 * GROUP];
  const ulong first = (ulong)get_group_id(0) * TILE + get_local_id(0);
  value sum = NOTHING, all;
  for (uint k = 0; k < VALUES; ++k)
    if (first + k * GROUP < n)
      sum = combine(sum, ELEMENT(first + k * GROUP));
  before_me(sum, copies, &all);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = all;
}
