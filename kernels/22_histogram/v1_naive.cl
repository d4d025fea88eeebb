// v1: one work-item for each pixel, three atomic additions in global memory.
//
// Thousands of work-items add to 768 counters. Two that read the same 41, add 1 and both write 42 have lost a pixel:
// atomic_add() reads, adds and writes in one step that no other work-item can get into.
//
// Data      RGBA pixels of 4 bytes; bins: 256 counters of red values, then of green, then of blue ones; alpha is not counted
// NDRange   `pixels` work-items at least, any local size
// Loads     three bytes a pixel; three atomic operations
// Counted at 37x21:   loads  stores  constant  local: loads  stores
//   clear       0     768         0            0       0
//   count    2331       0         0            0       0
#include "clear.clh"

// [kernel]
kernel void count(global const uchar* picture, const ulong pixels, volatile global uint* bins) {
  const size_t i = get_global_id(0);
  if (i < pixels) {
    atomic_add(bins + picture[4 * i], 1u);
    atomic_add(bins + 256 + picture[4 * i + 1], 1u);
    atomic_add(bins + 512 + picture[4 * i + 2], 1u);
  }
}
// [/kernel]
