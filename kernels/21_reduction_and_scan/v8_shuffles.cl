// v8: the tree without local memory, where the device can do that.
//
// Changed: the work-items of a warp add what they read from each other's registers. Only the sums of the warps travel
// through local memory.
// Why: two barriers instead of log2(GROUP), and no round trips through local memory for the first five rounds.
//
// From      v7
// NDRange   as v6
// Local     as v2
// Needs     as v5; for PTX and SUB_GROUPS see shuffles.clh
// Loads     as v6
// Stores    as v6
// Counted at 1000, GROUP=16 LOADS=4 PER_UNIT=4 VECTOR=4:   loads  stores  constant  local: loads  stores
//   reduce    250       4         0          320     260
//   finish      4       1         0           80      65
#include "operation.clh"
#include "shuffles.clh"
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
