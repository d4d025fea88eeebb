// v12: the copies of a counter lie side by side.
//
// Changed: where a counter is, and nothing else: counters[bin * COPIES + copy], and no longer counters[copy * BINS + bin].
// Why: local memory has 32 banks, and word w is in bank w % 32 (chapter 14). In v11 the bank depended on the *value*: 32
// pixels of one value met in one bank, whichever copy they counted in. Now it depends mostly on the *work-item*: copy c of
// any counter is in one of the banks c, c + COPIES, c + 2 * COPIES ...
//
// From      v11
// NDRange   as v10
// Local     768 * COPIES uints
// Loads     as v10
// Stores    as v10
// Counted at 37x21, COPIES=8 GROUP=16 LOADS=4 PER_UNIT=8:   loads  stores  constant  local: loads  stores
//   count     195    6144         0        49152   49152
//   sum      6144     768         0            0       0
#include "sum.clh"
#define BINS 768
#define ELEMENT uint

// [pixel]
void count_element(const uint pixel, volatile local uint* counters) {
  atomic_inc(counters + (pixel & 255) * COPIES);
  atomic_inc(counters + (256 + (pixel >> 8 & 255)) * COPIES);
  atomic_inc(counters + (512 + (pixel >> 16 & 255)) * COPIES);
}
// [/pixel]
#define count_word count_element
#include "walk.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uint* picture, const ulong pixels, global uint* partial) {
  local uint counters[BINS * COPIES];
  const uint item = get_local_id(0);
  for (uint b = item; b < BINS * COPIES; b += GROUP)
    counters[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  count_all(picture, pixels, counters + item % COPIES);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = item; b < BINS; b += GROUP) {
    uint all = 0;
    for (uint copy = 0; copy < COPIES; ++copy)
      all += counters[b * COPIES + (copy + b) % COPIES]; // neighbours begin in different banks
    partial[get_group_id(0) * BINS + b] = all;
  }
}
// [/kernel]
