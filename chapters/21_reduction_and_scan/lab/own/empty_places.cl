// s2 with an empty place after every 32, so that no two work-items of a warp that read at a distance of a power of two meet
// in the same bank. For the lab's question "Is it the banks that make s2 slow?".
//
//   21_reduction_and_scan_lab --problem scan --step s2 --kernel chapters/21_reduction_and_scan/lab/own/empty_places.cl
#define SEGMENTED 0
#include "scanned.clh"
#ifndef GROUP
#define GROUP 256
#endif
#define PLACE(i) ((i) + (i) / 32)

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, const ulong n, const int inclusive, global T* output, global T* sums) {
  local T tree[GROUP + GROUP / 32];
  const uint item = get_local_id(0);
  const ulong i = get_global_id(0);
  const T mine = i < n ? input[i] : NOTHING;
  tree[PLACE(item)] = mine;
  for (uint stride = 1; stride < GROUP; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint right = (item + 1) * 2 * stride - 1;
    if (right < GROUP)
      tree[PLACE(right)] = combine(tree[PLACE(right - stride)], tree[PLACE(right)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    sums[get_group_id(0)] = tree[PLACE(GROUP - 1)];
    tree[PLACE(GROUP - 1)] = NOTHING;
  }
  for (uint stride = GROUP / 2; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint right = (item + 1) * 2 * stride - 1;
    if (right < GROUP) {
      const T left = tree[PLACE(right - stride)];
      tree[PLACE(right - stride)] = tree[PLACE(right)];
      tree[PLACE(right)] = combine(tree[PLACE(right)], left);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    output[i] = result_of(tree[PLACE(item)], mine, inclusive);
}
#include "add.clh"
