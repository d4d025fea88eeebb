// v7: LOADS sums for each work-item.
//
// Changed: the k-th vector of each piece goes into the k-th sum. The sums meet after the last piece.
// Why: in v6 every addition waits for the one before it, and the loads of the next piece may wait behind them.
//
// From      v6
// NDRange   as v6
// Local     as v2
// Needs     as v5
// Loads     as v6
// Stores    as v6
// Counted at 1000, GROUP=16 LOADS=4 PER_UNIT=4 VECTOR=4:   loads  stores  constant  local: loads  stores
//   reduce    250       4         0          184     124
//   finish      4       1         0           46      31
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
#include "finish.clh"
