// v14: one launch. Groups add to common totals; the last group to finish takes them.
//
// Changed: no partial histograms, and no second kernel.
// Why: the second launch costs microseconds, and its 768 work-items walk through hundreds of partial histograms one after
// the other. Here a group's additions in global memory are on their way while other groups still count. `totals` has to be
// 0 before the first launch only: the last group puts the zeros back.
//
// From      v13
// Data      totals: 768 uints and `arrived`: one, all 0 before the first launch
// NDRange   any number of groups of GROUP
// Local     48 KiB; the place of the group in the order of arrival takes the first word when the counters are done
// Loads     as v10; an atomic for each bin and group, and two more for each bin
// Stores    768
// Counted at 37x21, GROUP=16 LANES=16 LOADS=4 PER_UNIT=2 ROUNDS=1:   loads  stores  constant  local: loads  stores
//   count     195     768         0        49184   24578
#include "packed.clh"
#include "last_group.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uint* picture, const ulong pixels, volatile global uint* totals,
      volatile global uint* arrived, global uint* bins) {
  local uint counters[WORDS];
  const uint item = get_local_id(0);
  local uint* mine = counters + item % LANES;
  const uint n = pixels / ELEMENTS, stride = (uint)get_num_groups(0) * (GROUP * LOADS);
  uint first = (uint)get_group_id(0) * (GROUP * LOADS);
  bool last;
  do {
    last = first + stride * ROUNDS >= n;
    zero_words(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint v = walk((global const uint4*)picture, n, first + item, ROUNDS, mine);
    if (last)
      count_rest(picture, pixels, v, mine);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = item; b < BINS; b += GROUP)
      atomic_add(totals + b, take(counters, b));
    barrier(CLK_LOCAL_MEM_FENCE);
    first += stride * ROUNDS;
  } while (!last);
  if (!last_to_arrive(arrived, counters)) // the same answer for the whole group
    return;
  for (uint b = item; b < BINS; b += GROUP)
    bins[b] = take_total(totals + b);
  if (item == 0)
    take_total(arrived);
}
// [/kernel]
