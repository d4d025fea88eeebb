// v10: what each addition loses is added up, too.
//
// Changed: a partial is a sum and the rest that does not fit into it. Eight additions for each of v7's.
// Why: the sum of n floats is wrong by up to n times half a unit in the last place, this one by hardly more than one,
// however many they are. On a GPU the additions hide behind the memory, on two cores with PoCL they do not.
//
// From      v7
// NDRange   as v6
// Local     twice v2's
// Needs     a sum or a dot product of floats, all of them finite
// Loads     as v6; a partial is two floats, which are loaded together
// Stores    as v6
// Counted at 1000, GROUP=16 LOADS=4 PER_UNIT=4 VECTOR=4:   loads  stores  constant  local: loads  stores
//   reduce    250       4         0          184     184
//   finish      4       1         0           46      46
#define COMPENSATED
#include "operation.clh"
#ifndef GROUP
#define GROUP 256
#endif
#include "tree.clh"
#include "vector.clh"
#include "chains.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global const T* input, global const T* other, const ulong n, global partial* sums) {
  local partial scratch[GROUP];
  const partial sum = add_up(add_own(input, other, n), scratch);
  if (get_local_id(0) == 0)
    sums[get_group_id(0)] = sum;
}
// [/kernel]
#include "finish_rounded.clh"
