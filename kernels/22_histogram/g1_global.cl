// g1: grey pixels: one work-item and one atomic addition in global memory for each.
//
// Data      bytes; bins: 256 counters
// NDRange   `pixels` work-items at least, any local size
// Loads     one byte a pixel; one atomic operation
// Counted at 37x21:   loads  stores  constant  local: loads  stores
//   clear       0     256         0            0       0
//   count     777       0         0            0       0
#include "clear.clh"

// [kernel]
kernel void count(global const uchar* picture, const ulong pixels, volatile global uint* bins) {
  const size_t i = get_global_id(0);
  if (i < pixels)
    atomic_add(bins + picture[i], 1u);
}
// [/kernel]
