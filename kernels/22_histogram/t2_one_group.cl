// t2: a whole group searches for the threshold.
//
// Changed: running sums first, of the counters and of the values. From them a work-item knows both sides of any threshold
// with two reads, and 256 thresholds are judged at the same time.
// Why: t1's only work-item goes through 256 counters for each of 256 thresholds, and the device waits.
//
// From      t1
// NDRange   as t1
// Local     choose: 1024 uints, 512 ulongs and two more
// Loads     as t1
// Stores    as t1
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     256         0        8224    8194
//   choose    256       1         0       13571    8706
//   apply    1554     777         0            0       0
#include "g6_one_launch.cl"
#include "threshold.clh"
#include "apply.clh"

// [sums]
// Inclusive running sums of `counts` and of `values`, both with room for twice 256; the results are in the first half.
void running_sums(local uint* counts, local ulong* values) {
  for (uint stride = 1; stride < 256; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = get_local_id(0); b < 256; b += GROUP) {
      counts[256 + b] = counts[b] + (b >= stride ? counts[b - stride] : 0);
      values[256 + b] = values[b] + (b >= stride ? values[b - stride] : 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = get_local_id(0); b < 256; b += GROUP) {
      counts[b] = counts[256 + b];
      values[b] = values[256 + b];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}
// [/sums]

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
choose(global const uint* bins, const uint pixels, global uint* threshold) {
  local uint counts[512], furthest[1], best[1];
  local ulong values[512];
  const uint item = get_local_id(0);
  for (uint b = item; b < 256; b += GROUP) {
    const uint n = bins[b];
    counts[b] = n;
    values[b] = (ulong)b * n;
  }
  if (item == 0) {
    furthest[0] = 0;
    best[0] = 255;
  }
  running_sums(counts, values);
#if METHOD == OTSU
  // The bits of a positive float are in its order: so atomic_max() compares floats.
  for (uint t = item; t < 256; t += GROUP)
    atomic_max(furthest, as_uint(apart(counts[t], values[t], pixels, values[255])));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint t = item; t < 256; t += GROUP)
    if (as_uint(apart(counts[t], values[t], pixels, values[255])) == furthest[0])
      atomic_min(best, t); // the first of equals
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0)
    threshold[0] = best[0];
#else
  if (item == 0) {
    uint t = values[255] / pixels;
    for (uint round = 0; round < MOST_ROUNDS; ++round) {
      const uint next = middle(t, counts[t], values[t], pixels, values[255]);
      if (next == t)
        break;
      t = next;
    }
    threshold[0] = t;
  }
#endif
}
// [/kernel]
