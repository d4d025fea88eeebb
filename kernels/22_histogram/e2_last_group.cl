// e2: the last group of the histogram makes the table.
//
// Changed: two launches. The group that takes the totals has them in local memory, where it needs them for the table.
// Why: a launch for 256 numbers is nearly all waiting.
//
// From      e1
// NDRange   count: as g6; map: `pixels` work-items
// Local     256 * COPIES uints, of which the table needs 512 when the counters are done, and two more
// Loads     as e1, without make's
// Stores    count: 256 bytes; map: as e1
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     256         0        17138   12547
//   map      1554     777         0            0       0
#include "lanes.clh"
#include "last_group.clh"
#include "table.clh"
#include "map.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar* picture, const ulong pixels, volatile global uint* totals,
      volatile global uint* arrived, global uchar* table) {
  local uint counters[BINS * COPIES];
  local uint flag[1], darkest[1];
  const uint item = get_local_id(0);
  zero_lanes(counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  count_all(picture, pixels, counters + item % COPIES);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    atomic_add(totals + b, take(counters, b));
  // Every group goes through the barriers of make_table(), and only the last one has something to store.
  const bool last = last_to_arrive(arrived, flag);
  for (uint b = item; last && b < BINS; b += GROUP)
    counters[b] = take_total(totals + b);
  make_table(counters, darkest, pixels, table, last);
  if (last && item == 0)
    take_total(arrived);
}
// [/kernel]
