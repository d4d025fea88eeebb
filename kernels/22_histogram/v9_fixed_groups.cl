// v9: as many groups as the device runs at once, whatever the picture's size.
//
// Changed: a group does not end after PIXELS rounds but walks on, over the whole picture, in strides of all work-items.
// Why: the zeroing, the storing and the adding up are paid for once for each group, and the number of groups no longer
// grows with the picture. On a large GPU a small picture has work for all compute units: with 256 pixels a work-item, a
// picture of 512 x 512 had four groups.
//
// From      v8
// NDRange   any number of groups of GROUP; sum: 768 work-items
// Local     768 uints
// Loads     as v8, with fewer groups
// Stores    768 for each group; sum: 768
// Counted at 37x21, GROUP=16 PER_UNIT=8:   loads  stores  constant  local: loads  stores
//   count     777    6144         0         6144    6144
//   sum      6144     768         0            0       0
#include "local.clh"
#include "sum.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar4* picture, const ulong pixels, global uint* partial) {
  local uint counters[BINS];
  const uint item = get_local_id(0);
  zero_all(counters, item, GROUP);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong i = get_global_id(0); i < pixels; i += get_global_size(0))
    count_pixel(picture[i], counters);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    partial[get_group_id(0) * BINS + b] = counters[b];
}
// [/kernel]
