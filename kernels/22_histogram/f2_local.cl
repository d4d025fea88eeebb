// f2: a fixed number of groups, each with all bins in local memory.
//
// Changed: counters in local memory, added to those in global memory at the end.
// Why: an atomic in local memory does not leave the compute unit. 8192 bins take 32 KiB.
//
// From      f1
// NDRange   count: any number of groups of GROUP
// Local     BINS uints
// Loads     as f1; an atomic for each bin and group
// Counted at 37x21, GROUP=16 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   start       0     258         0            0       0
//   find_range 777      0         0            4       4
//   count     841       0         0          512     512
#include "range.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const float* values, const ulong n, global const uint* range, const uint bins,
      volatile global uint* result) {
  local uint counters[BINS];
  for (uint b = get_local_id(0); b < BINS; b += GROUP)
    counters[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const float low = from_key(range[0]), scale = scale_of(low, from_key(range[1]), BINS);
  for (ulong i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(counters + bin_of(values[i], low, scale, BINS));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < BINS; b += GROUP)
    atomic_add(result + b, counters[b]);
}
// [/kernel]
