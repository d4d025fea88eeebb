// v8: each group leaves a histogram of its part; a second kernel adds them up.
//
// Changed: the counters of a group are stored, not added. No atomic operation in global memory is left, and nothing has to
// be 0 before.
// Why: additions to one counter wait for each other. The price: 3 KiB for each group, written and read again, and a second
// launch, in which 768 work-items each walk through all groups.
//
// From      v7
// Data      partial: 768 uints for each *group*
// NDRange   count: as v7; sum: 768 work-items
// Local     768 uints
// Loads     as v7; sum: 768 for each group
// Stores    768 for each group; sum: 768
// Counted at 37x21, GROUP=16 PIXELS=256:   loads  stores  constant  local: loads  stores
//   count     777     768         0          768     768
//   sum       768     768         0            0       0
#include "local.clh"
#include "sum.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar4* picture, const ulong pixels, global uint* partial) {
  local uint counters[BINS];
  const uint item = get_local_id(0);
  zero_all(counters, item, GROUP);
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong first = (ulong)get_group_id(0) * (GROUP * PIXELS) + item;
  for (uint k = 0; k < PIXELS; ++k)
    if (first + k * GROUP < pixels)
      count_pixel(picture[first + k * GROUP], counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    partial[get_group_id(0) * BINS + b] = counters[b];
}
// [/kernel]
