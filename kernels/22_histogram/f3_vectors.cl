// f3: four floats with one load, and four loads under way.
//
// Changed: count loads vectors of 16 bytes, LOADS of them before the first is counted.
// Why: as v10.
//
// From      f2
// NDRange   as f2
// Local     BINS uints
// Loads     a vector for each four values
// Counted at 37x21, GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   start       0     258         0            0       0
//   find_range 777      0         0            4       4
//   count     259       0         0          512     512
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
        atomic_inc(counters + bin_of(loaded[k].x, low, scale, BINS));
        atomic_inc(counters + bin_of(loaded[k].y, low, scale, BINS));
        atomic_inc(counters + bin_of(loaded[k].z, low, scale, BINS));
        atomic_inc(counters + bin_of(loaded[k].w, low, scale, BINS));
      }
  }
  for (ulong i = n4 * 4 + get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(counters + bin_of(values[i], low, scale, BINS));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < BINS; b += GROUP)
    atomic_add(result + b, counters[b]);
}
// [/kernel]
