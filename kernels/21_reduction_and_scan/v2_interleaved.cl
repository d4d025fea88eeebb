// v2: each group makes one sum of its elements, by a tree in local memory.
//
// Changed: only the work-items of one group meet, in local memory; the sums of the groups are added up by further
// launches of `again`, until one is left.
// Why: v1's additions all wait for one word of memory. A tree of 256 leaves needs 8 rounds, each of which adds pairs at
// the same time.
//
//   a  b  c  d  e  f  g  h       stride 1: items 0, 2, 4, 6 add their neighbour's
//   ab    cd    ef    gh         stride 2: items 0, 4
//   abcd        efgh             stride 4: item 0
//
// NDRange   n work-items, at least one, rounded up to the local size GROUP
// Local     GROUP partials
// Needs     GROUP a power of two
// Loads     one element (dot product: two) for each i < n; local, for each group: 3 * GROUP - 2
// Stores    one partial for each group; local: 2 * GROUP - 1
// Counted at 1000, GROUP=16:   loads  stores  constant  local: loads  stores
//   reduce   1000      63         0         2898    1953
//   again      67       5         0          230     155
#include "operation.clh"
#ifndef GROUP
#define GROUP 256
#endif

// [tree]
// All partials of the group together; right in work-item 0. Every work-item calls it.
partial add_up(const partial mine, local partial* scratch) {
  const size_t item = get_local_id(0);
  scratch[item] = mine;
  for (uint stride = 1; stride < GROUP; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item % (2 * stride) == 0)
      scratch[item] = combine(scratch[item], scratch[item + stride]);
  }
  return scratch[item];
}
// [/tree]

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
