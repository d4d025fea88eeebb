// v13: every lane has its own bank. Two counters share a word.
//
// Changed: 32 copies, one for each lane of a warp, so that counters[w * 32 + lane] is in bank `lane`, whatever the pixel's
// value: no two work-items of a warp meet in a bank, with no picture. 768 counters for 32 lanes would need 96 KiB; so a
// counter has 16 bits, and two share a word of 32.
// Why: v12's lanes still meet, four by four. The price: a counter of 16 bits may overflow, so each group empties its counters
// before any can have reached 65535. (No barrier stands in a branch: all work-items of a group make equally many rounds.)
//
// A carry cannot pass from one half to the other, because no half overflows.
//
// From      v12
// NDRange   any number of groups of GROUP; sum: 768 work-items
// Local     48 KiB: so groups are large (on a GPU 1024 work-items, two groups for each compute unit)
// Loads     as v10
// Stores    as v10, for each emptying
// Counted at 37x21, GROUP=16 LANES=16 LOADS=4 PER_UNIT=2 ROUNDS=1:   loads  stores  constant  local: loads  stores
//   count    1731    3072         0        49152   24576
//   sum      1536     768         0            0       0
#include "sum.clh"
#include "packed.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uint* picture, const ulong pixels, global uint* partial) {
  local uint counters[WORDS];
  const uint item = get_local_id(0);
  local uint* mine = counters + item % LANES;
  const uint n = pixels / ELEMENTS, stride = (uint)get_num_groups(0) * (GROUP * LOADS);
  uint first = (uint)get_group_id(0) * (GROUP * LOADS); // of the group: the same for all its work-items
  bool again = false, last;
  do {
    last = first + stride * ROUNDS >= n;
    zero_words(counters);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint v = walk((global const uint4*)picture, n, first + item, ROUNDS, mine);
    if (last)
      count_rest(picture, pixels, v, mine);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = item; b < BINS; b += GROUP) {
      const uint before = again ? partial[get_group_id(0) * BINS + b] : 0;
      partial[get_group_id(0) * BINS + b] = before + take(counters, b);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    again = true;
    first += stride * ROUNDS;
  } while (!last);
}
// [/kernel]
