// f4: as many copies of the counters as fit, side by side.
//
// Changed: COPIES counters for each bin, counters[bin * COPIES + copy]; a work-item counts in copy number item % COPIES.
// Why: as g5. 8192 counters have room in local memory: 32 copies of up to 256 bins, 8 of 1000, one of 8192.
//
// From      f3
// NDRange   as f2
// Local     BINS * COPIES uints
// Loads     as f3
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   start       0     258         0            0       0
//   find_range 777      0         0            4       4
//   count     259       0         0         8192    8192
#include "range.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const float* values, const ulong n, global const uint* range, const uint bins,
      volatile global uint* result) {
  local uint counters[BINS * COPIES];
  for (uint b = get_local_id(0); b < BINS * COPIES; b += GROUP)
    counters[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile local uint* mine = counters + get_local_id(0) % COPIES;
  const float low = from_key(range[0]), scale = scale_of(low, from_key(range[1]), BINS);
  global const float4* fours = (global const float4*)values;
  const ulong n4 = n / 4, stride = (ulong)get_num_groups(0) * (GROUP * LOADS);
  for (ulong v = (ulong)get_group_id(0) * (GROUP * LOADS) + get_local_id(0); v < n4; v += stride) {
    float4 loaded[LOADS];
#pragma unroll
    for (uint k = 0; k < LOADS; ++k)
      if (v + k * GROUP < n4)
        loaded[k] = fours[v + k * GROUP];
#pragma unroll
    for (uint k = 0; k < LOADS; ++k)
      if (v + k * GROUP < n4) {
        atomic_inc(mine + bin_of(loaded[k].x, low, scale, BINS) * COPIES);
        atomic_inc(mine + bin_of(loaded[k].y, low, scale, BINS) * COPIES);
        atomic_inc(mine + bin_of(loaded[k].z, low, scale, BINS) * COPIES);
        atomic_inc(mine + bin_of(loaded[k].w, low, scale, BINS) * COPIES);
      }
  }
  for (ulong i = n4 * 4 + get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(mine + bin_of(values[i], low, scale, BINS) * COPIES);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < BINS; b += GROUP) {
    uint all = 0;
    for (uint copy = 0; copy < COPIES; ++copy) // neighbours begin in different banks
      all += counters[b * COPIES + (copy + b) % COPIES];
    atomic_add(result + b, all);
  }
}
// [/kernel]
