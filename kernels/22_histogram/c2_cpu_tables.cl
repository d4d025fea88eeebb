// c2: for CPUs: several tables, and two pixels a load.
//
// Changed: TABLES tables in turn, and loads of 8 bytes.
// Why: neighbours often have the same value. ++counter loads what the ++ before it has just stored, and that takes a core
// several cycles; in another table there is nothing to wait for.
//
// From      c1
// NDRange   as c1
// Loads     two pixels each
// Counted at 37x21, PER_UNIT=4 TABLES=4:   loads  stores  constant  local: loads  stores
//   clear       0     768         0            0       0
//   count     389       0         0            0       0
#include "clear.clh"

// [kernel]
void count_pixel(const uint pixel, uint* table) {
  ++table[pixel & 255];
  ++table[256 + (pixel >> 8 & 255)];
  ++table[512 + (pixel >> 16 & 255)];
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
count(global const uint* picture, const ulong pixels, volatile global uint* bins) {
  uint tables[TABLES * 768];
  for (uint b = 0; b < TABLES * 768; ++b)
    tables[b] = 0;
  global const ulong* pairs = (global const ulong*)picture;
  const ulong n = pixels / 2, groups = get_num_groups(0), g = get_group_id(0);
  ulong i = n / groups * g;
  const ulong end = g == groups - 1 ? n : i + n / groups;
  for (; i + TABLES / 2 <= end; i += TABLES / 2) {
#pragma unroll
    for (uint t = 0; t < TABLES / 2; ++t) {
      const ulong two = pairs[i + t];
      count_pixel(two, tables + 2 * t * 768);
      count_pixel(two >> 32, tables + (2 * t + 1) * 768);
    }
  }
  for (; i < end; ++i) {
    const ulong two = pairs[i];
    count_pixel(two, tables);
    count_pixel(two >> 32, tables + 768);
  }
  if (pixels % 2 == 1 && g == groups - 1)
    count_pixel(picture[pixels - 1], tables);
  for (uint b = 0; b < 768; ++b) {
    uint all = 0;
    for (uint t = 0; t < TABLES; ++t)
      all += tables[t * 768 + b];
    atomic_add(bins + b, all);
  }
}
// [/kernel]
