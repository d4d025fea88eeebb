// v2: the same with a range of two dimensions.
//
// Changed: a work-item knows its column and row, and computes the pixel's place from them.
// Why: what follows (images, blocks) thinks in columns and rows. The price is a multiplication and an addition for each
// work-item, beside three atomic operations.
//
// From      v1
// NDRange   width x height work-items at least, any local size
// Loads     as v1
// Counted at 37x21:   loads  stores  constant  local: loads  stores
//   clear       0     768         0            0       0
//   count    2331       0         0            0       0
#include "clear.clh"

// [kernel]
kernel void count(global const uchar* picture, const int width, const int height,
                  volatile global uint* bins) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) {
    const size_t at = 4 * ((size_t)y * width + x);
    atomic_add(bins + picture[at], 1u);
    atomic_add(bins + 256 + picture[at + 1], 1u);
    atomic_add(bins + 512 + picture[at + 2], 1u);
  }
}
// [/kernel]
