// c8: for CPUs: floats in tables of one work-item each.
//
// Changed: groups of one work-item, whose counters belong to it alone, and which take TABLES tables in turn.
// Why: as c3 and c4. Its values are a run, so that the core reads memory in order.
//
// From      f2
// NDRange   count: any number of groups of one work-item
// Loads     as f2; an atomic for each bin and group
// Counted at 37x21, GROUP=1 PER_UNIT=4 TABLES=4:   loads  stores  constant  local: loads  stores
//   start       0     258         0            0       0
//   find_range 777      0         0            8       8
//   count     785       0         0            0       0
#include "range.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
count(global const float* values, const ulong n, global const uint* range, const uint bins,
      volatile global uint* result) {
  uint tables[TABLES * BINS];
  for (uint b = 0; b < TABLES * BINS; ++b)
    tables[b] = 0;
  const float low = from_key(range[0]), scale = scale_of(low, from_key(range[1]), BINS);
  const ulong groups = get_num_groups(0), g = get_group_id(0);
  const ulong first = n / groups * g, end = g == groups - 1 ? n : first + n / groups;
  ulong i = first;
  for (; i + TABLES <= end; i += TABLES)
#pragma unroll
    for (uint t = 0; t < TABLES; ++t)
      ++tables[t * BINS + bin_of(values[i + t], low, scale, BINS)];
  for (; i < end; ++i)
    ++tables[bin_of(values[i], low, scale, BINS)];
  for (uint b = 0; b < BINS; ++b) {
    uint all = 0;
    for (uint t = 0; t < TABLES; ++t)
      all += tables[t * BINS + b];
    atomic_add(result + b, all);
  }
}
// [/kernel]
