// f1: floats in any number of bins: first the range of the values, then an atomic addition in global memory for each.
//
// The range is found on the device: the host does not see it.
//
// Data      n floats, no NaN; bins: as many counters as wanted
// NDRange   start: a work-item for each bin; find_range: any number of groups of GROUP; count: n work-items
// Local     find_range: 2 uints
// Loads     find_range and count: each value once; count: the range, too, and one atomic operation a value
// Counted at 37x21, GROUP=16 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   start       0     258         0            0       0
//   find_range 777      0         0            4       4
//   count    2331       0         0            0       0
#include "range.clh"

// [kernel]
kernel void count(global const float* values, const ulong n, global const uint* range,
                  const uint bins, volatile global uint* result) {
  const size_t i = get_global_id(0);
  if (i < n) {
    const float low = from_key(range[0]), scale = scale_of(low, from_key(range[1]), bins);
    atomic_add(result + bin_of(values[i], low, scale, bins), 1u);
  }
}
// [/kernel]
