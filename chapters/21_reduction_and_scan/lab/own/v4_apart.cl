// v4 with its causes apart: for the lab's question "What makes v4 faster than v3?". Sums of numbers only.
//
//   AHEAD=1   the 16 loads of a work-item depend on nothing, as in v4
//   AHEAD=0   each load waits for the one before it: its place depends on what that one has found
//   TREES=0   one tree for the 16 elements of each work-item, as in v4
//   TREES=1   a tree for each of them, as in v3
//
// As it is here, it is v4. one_load.cl, many_trees.cl and neither.cl change one cause, the other, and both: what then is
// left of v4 is that there are a sixteenth of v3's groups.
#ifndef AHEAD
#define AHEAD 1
#endif
#ifndef TREES
#define TREES 0
#endif
#include "operation.clh"
#include "tree.clh"
#ifndef LOADS
#define LOADS 16
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global const T* input, global const T* other, const ulong n, global partial* sums) {
  local partial scratch[GROUP];
  const ulong first = (ulong)get_group_id(0) * (GROUP * LOADS) + get_local_id(0);
  T found[LOADS];
  uint never = 0; // stays 0: no element has these bits, but a compiler cannot know
#pragma unroll
  for (uint k = 0; k < (AHEAD ? LOADS : 0); ++k)
    found[k] = first + k * GROUP < n ? input[first + k * GROUP] : (T)0;
  T sum = 0;
#pragma unroll
  for (uint k = 0; k < LOADS; ++k) {
#if !AHEAD
    const ulong i = first + k * GROUP + never;
    found[k] = i < n ? input[i] : (T)0;
    never = as_uint(found[k]) == 0x7FC12345;
#endif
#if TREES
    barrier(CLK_LOCAL_MEM_FENCE); // the tree before this one has been read
    found[k] = add_up(found[k], scratch);
#endif
    sum += found[k];
  }
#if !TREES
  sum = add_up(sum, scratch);
#endif
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}
#include "again.clh"
