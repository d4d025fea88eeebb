// g7: NVIDIA only. The lanes of a warp that have the same pixel find each other, and one adds for all.
//
// Changed, against g3: match.any tells each lane which lanes of its warp have its value; the first of them adds their
// number to the counter.
// Why: no two lanes add to one counter at the same time. But what it costs to find out does not depend on the data, and
// different values still meet in banks: an experiment against the advice to aggregate, which helps counters in *global*
// memory.
//
// From      g3
// NDRange   as g2
// Local     256 uints
// Needs     NVIDIA's PTX, a GROUP of whole warps
// Loads     as g3
// Stores    as g2
#include "sum.clh"
#define BINS 256
#define ELEMENT uchar

// [match]
// Called by whole warps.
void count_together(const uint pixel, volatile local uint* counters) {
  uint same;
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(same) : "r"(pixel));
  const uint lane = get_local_id(0) % 32;
  if ((same & ((1u << lane) - 1)) == 0)
    atomic_add(counters + pixel, popcount(same));
}
// [/match]

void count_four_together(const uint word, volatile local uint* counters) {
  count_together(word & 255, counters);
  count_together(word >> 8 & 255, counters);
  count_together(word >> 16 & 255, counters);
  count_together(word >> 24, counters);
}

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar* picture, const ulong pixels, global uint* partial) {
  local uint counters[BINS];
  const uint item = get_local_id(0);
  for (uint b = item; b < BINS; b += GROUP)
    counters[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  global const uint4* vectors = (global const uint4*)picture;
  const ulong n = pixels / 16, stride = (ulong)get_num_groups(0) * (GROUP * LOADS);
  ulong first = (ulong)get_group_id(0) * (GROUP * LOADS);
  for (; first + GROUP * LOADS <= n; first += stride) { // the whole group, or nobody
    uint4 loaded[LOADS];
#pragma unroll
    for (uint k = 0; k < LOADS; ++k)
      loaded[k] = vectors[first + k * GROUP + item];
#pragma unroll
    for (uint k = 0; k < LOADS; ++k) {
      count_four_together(loaded[k].x, counters);
      count_four_together(loaded[k].y, counters);
      count_four_together(loaded[k].z, counters);
      count_four_together(loaded[k].w, counters);
    }
  }
  // The last piece, and what fills no vector: one by one.
  for (ulong i = first * 16 + item; i < min((first + GROUP * LOADS) * 16, pixels); i += GROUP)
    atomic_inc(counters + picture[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP)
    partial[get_group_id(0) * BINS + b] = counters[b];
}
// [/kernel]
