// v15: NVIDIA only. Counters of 32 bits for every lane, in 96 KiB of local memory.
//
// Changed: a counter for each bin and lane, as v13 would have had it: no halves, no shifts, no emptying.
// Why: v13 packs because OpenCL gives a group 48 KiB here. The unit has 227: the lab changes the size of `counters` in the
// program's PTX, as chapter 15 does (harness/ptx.hpp). So the kernel declares one KiB, and gets 96.
//
// From      v14
// NDRange   as v14
// Local     96 KiB, two groups for each compute unit
// Needs     NVIDIA's OpenCL
// Loads     as v14
#define BINS 768
#define LANES 32
#define ELEMENT uint

// [pixel]
void count_element(const uint pixel, volatile local uint* counters) {
  atomic_inc(counters + (pixel & 255) * LANES);
  atomic_inc(counters + (256 + (pixel >> 8 & 255)) * LANES);
  atomic_inc(counters + (512 + (pixel >> 16 & 255)) * LANES);
}
// [/pixel]
#define count_word count_element
#include "walk.clh"
#include "last_group.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uint* picture, const ulong pixels, volatile global uint* totals,
      volatile global uint* arrived, global uint* bins) {
  local uchar memory[1024] __attribute__((aligned(16))); // larger in the changed PTX
  local uint* counters = (local uint*)memory;
  const uint item = get_local_id(0);
  for (uint w = item; w < BINS * LANES; w += GROUP)
    counters[w] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  count_all(picture, pixels, counters + item % LANES);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP) {
    uint all = 0;
    for (uint lane = 0; lane < LANES; ++lane)
      all += counters[b * LANES + (lane + b) % LANES];
    atomic_add(totals + b, all);
  }
  if (!last_to_arrive(arrived, counters))
    return;
  for (uint b = item; b < BINS; b += GROUP)
    bins[b] = take_total(totals + b);
  if (item == 0)
    take_total(arrived);
}
// [/kernel]
