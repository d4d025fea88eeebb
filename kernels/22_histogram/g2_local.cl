// g2: a fixed number of groups, each with its histogram in local memory.
//
// Changed: counters in local memory; partial histograms and a second launch that adds them up (v5 to v9 go there step by
// step).
// Why: an atomic in local memory does not leave the compute unit.
//
// From      g1
// NDRange   any number of groups of GROUP; sum: 256 work-items
// Local     256 uints
// Loads     one byte a pixel; sum: 256 for each group
// Stores    256 for each group; sum: 256
// Counted at 37x21, GROUP=16 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count     777     512         0          512     512
//   sum       512     256         0            0       0
#include "sum.clh"
#define BINS 256

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar* picture, const ulong pixels, global uint* partial) {
  local uint counters[BINS];
  const uint item = get_local_id(0);
  for (uint b = item; b < BINS; b += GROUP)
    counters[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong i = get_global_id(0); i < pixels; i += get_global_size(0))
    atomic_inc(counters + picture[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    partial[get_group_id(0) * BINS + b] = counters[b];
}
// [/kernel]
