// s2: the running sums of a block by two walks through a tree: 2 * GROUP additions, not GROUP * log2(GROUP).
//
// Changed: up the tree, pairs are added as in a reduction, in place. Down the tree, every node hands its left child what
// is before the node, and its right child that and the left child's sum.
// Why: fewer additions. Whether fewer additions are less time is another question: this needs twice as many rounds.
//
//   a  b   c  d        up       a  ab  c  abcd
//                      the root becomes "nothing before me": a  ab  c  0
//   down: left gets the parent's, right gets parent's + left's:   a  0   c  ab   ->   0  a  ab  abc
//
// Both loops have the same number of rounds in every work-item, and every work-item reaches every barrier.
//
// From      s1
// NDRange   as s1
// Local     GROUP elements
// Needs     as s1
// Loads     as s1
// Stores    as s1
// Counted at 1000, GROUP=16:   loads  stores  constant  local: loads  stores
//   scan   1067    1135         0         6235    4216
//   add    2126    1063         0            0       0
#define SEGMENTED 0
#include "scanned.clh"
#ifndef GROUP
#define GROUP 256
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, const ulong n, const int inclusive, global T* output, global T* sums) {
  local T tree[GROUP];
  const uint item = get_local_id(0);
  const ulong i = get_global_id(0);
  const T mine = i < n ? input[i] : NOTHING;
  tree[item] = mine;
  for (uint stride = 1; stride < GROUP; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint right = (item + 1) * 2 * stride - 1;
    if (right < GROUP)
      tree[right] = combine(tree[right - stride], tree[right]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    sums[get_group_id(0)] = tree[GROUP - 1];
    tree[GROUP - 1] = NOTHING;
  }
  for (uint stride = GROUP / 2; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint right = (item + 1) * 2 * stride - 1;
    if (right < GROUP) {
      const T left = tree[right - stride];
      tree[right - stride] = tree[right];
      tree[right] = combine(tree[right], left);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    output[i] = result_of(tree[item], mine, inclusive);
}
// [/kernel]
#include "add.clh"
