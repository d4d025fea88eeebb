// a2: the whole group searches for its block's threshold.
//
// Changed: `choose` makes running sums, and judges 256 thresholds at the same time.
// Why: as t2. In a1 one work-item of each group searches, and the others wait.
//
// From      a1
// NDRange   as a1
// Local     choose: 514 uints and 512 ulongs
// Loads     as a1
// Stores    as a1
// Counted at 37x21, GROUP=16:   loads  stores  constant  local: loads  stores
//   choose    777       1         0        13830    8706
//   apply    3885     777         0            0       0
#include "threshold.clh"
#include "one_group.clh"
#include "between.clh"
#define CONTRAST 24

// [choose]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
choose(global const uchar* picture, const int width, const int height, global uint* thresholds) {
  local uint counts[512], furthest[1], best[1];
  local ulong values[512];
  const uint item = get_local_id(0);
  for (uint b = item; b < 256; b += GROUP)
    counts[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int left = get_group_id(0) * SIDE, top = get_group_id(1) * SIDE;
  const uint columns = min(SIDE, width - left), rows = min(SIDE, height - top);
  for (uint i = item; i < rows * SIDE; i += GROUP)
    if (i % SIDE < columns)
      atomic_inc(counts + picture[(size_t)(top + i / SIDE) * width + left + i % SIDE]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < 256; b += GROUP)
    values[b] = (ulong)b * counts[b];
  running_sums(counts, values);
  const uint pixels = columns * rows;
  search(counts, values, pixels, furthest, best);
  if (item == 0) {
    const uint found = best[0], below = counts[found];
    const ulong sum = values[255], sum_below = values[found];
    const float dark = below == 0 ? MEAN_ABOVE : MEAN_BELOW;
    const bool two = below > 0 && below < pixels && MEAN_ABOVE - dark >= CONTRAST;
    thresholds[get_group_id(1) * get_num_groups(0) + get_group_id(0)] =
        two ? found : (uint)(dark / 2);
  }
}
// [/choose]
