// a1: a threshold for each block of the picture, and between the blocks' centres something between their thresholds.
//
// `choose` is one group for each block of SIDE x SIDE pixels: histogram and threshold in local memory. `apply` knows the four
// centres around a pixel and weighs their thresholds by how near they are: bilinear interpolation, in integers, so that every
// device makes the same of it.
//
// A block of nothing but paper has two classes, too: a method that looks for two finds them in the noise. Where their means
// are less than CONTRAST apart, half of the darker mean is taken: everything in the block is bright then.
//
// Data      bytes; thresholds: a uint for each block
// NDRange   choose: a group of GROUP for each block, in two dimensions; apply: width x height work-items at least
// Local     choose: 257 uints
// Loads     choose: each pixel once; apply: a pixel and four thresholds each
// Stores    choose: one for each block; apply: a pixel each
// Counted at 37x21, GROUP=16:   loads  stores  constant  local: loads  stores
//   choose    777       1         0          825     256
//   apply    3885     777         0            0       0
#include "threshold.clh"
#include "one_item.clh"
#include "between.clh"
#define CONTRAST 24

// [choose]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
choose(global const uchar* picture, const int width, const int height, global uint* thresholds) {
  local uint counters[256];
  const uint item = get_local_id(0);
  for (uint b = item; b < 256; b += GROUP)
    counters[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int left = get_group_id(0) * SIDE, top = get_group_id(1) * SIDE;
  const uint columns = min(SIDE, width - left), rows = min(SIDE, height - top);
  for (uint i = item; i < rows * SIDE; i += GROUP)
    if (i % SIDE < columns)
      atomic_inc(counters + picture[(size_t)(top + i / SIDE) * width + left + i % SIDE]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    const uint pixels = columns * rows, found = threshold_of(counters, pixels);
    const ulong sum = sum_of(counters);
    uint below = 0;
    ulong sum_below = 0;
    for (uint b = 0; b <= found; ++b) {
      below += counters[b];
      sum_below += (ulong)b * counters[b];
    }
    const float dark = below == 0 ? MEAN_ABOVE : MEAN_BELOW;
    const bool two = below > 0 && below < pixels && MEAN_ABOVE - dark >= CONTRAST;
    thresholds[get_group_id(1) * get_num_groups(0) + get_group_id(0)] =
        two ? found : (uint)(dark / 2);
  }
}
// [/choose]
