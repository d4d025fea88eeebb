// s1: a running sum for each block of GROUP elements, in log2(GROUP) rounds.
//
// In round k every work-item adds what is 2^k places to its left. After it, each place holds the sum of 2^(k+1) elements,
// or of all there are. Two copies of the block take turns, so that no work-item overwrites what another one still reads.
//
//   a  b   c   d     stride 1: add the neighbour to the left
//   a  ab  bc  cd    stride 2
//   a  ab  abc abcd
//
// A block knows nothing of those before it. Its sum goes into `sums`, these are scanned by the same kernel (and theirs
// again, until one block is enough), and `add` adds them to the blocks: each launch finds what the one before has made.
//
// NDRange   scan: n work-items, rounded up to the local size GROUP; add: the same
// Data      n elements at `input`; output may be input. `sums`: one for each group
// Local     2 * GROUP elements
// Needs     GROUP a power of two; no segments
// Loads     scan: n; add: n and one for each item
// Stores    scan: n and one for each group; add: n
// Counted at 1000, GROUP=16:   loads  stores  constant  local: loads  stores
//   scan   1067    1135         0         8704    5440
//   add    2126    1063         0            0       0
#define SEGMENTED 0
#include "scanned.clh"
#ifndef GROUP
#define GROUP 256
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const T* input, const ulong n, const int inclusive, global T* output, global T* sums) {
  local T copies[2][GROUP];
  const size_t item = get_local_id(0);
  const ulong i = get_global_id(0);
  const T mine = i < n ? input[i] : NOTHING;
  copies[0][item] = mine;
  uint from = 0;
  for (uint stride = 1; stride < GROUP; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    T sum = copies[from][item];
    if (item >= stride)
      sum = combine(copies[from][item - stride], sum);
    from = 1 - from;
    copies[from][item] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const T before = item > 0 ? copies[from][item - 1] : NOTHING;
  if (i < n)
    output[i] = result_of(before, mine, inclusive);
  if (item == GROUP - 1)
    sums[get_group_id(0)] = combine(before, mine);
}
// [/kernel]
#include "add.clh"
