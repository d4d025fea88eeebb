// e3: the table in local memory, and 16 pixels a load and store.
//
// Changed: map. A fixed number of groups copy the table to local memory, and then walk over the picture in vectors.
// Why: the histogram reads a picture at the speed of memory; a map that moves single bytes does not.
//
// From      e2
// NDRange   count: as g6; map: any number of groups of GROUP
// Local     count: as e2; map: 256 bytes
// Loads     count: as e2; map: a vector for each 16 pixels, the table for each group
// Stores    count: as e2; map: a vector for each 16 pixels
// Counted at 37x21, COPIES=16 GROUP=16 LOADS=4 PER_UNIT=2:   loads  stores  constant  local: loads  stores
//   count      57     256         0        17138   12547
//   map       569      57         0          777     512
#define OWN_MAP
#include "e2_last_group.cl"

// [kernel]
// Sixteen pixels: those of the same place in four words at a time.
uint4 map_words(const uint4 words, local const uchar* table) {
  const uint4 a = words & 255, b = words >> 8 & 255, c = words >> 16 & 255, d = words >> 24;
  return (uint4)(table[a.x], table[a.y], table[a.z], table[a.w]) |
         (uint4)(table[b.x], table[b.y], table[b.z], table[b.w]) << 8 |
         (uint4)(table[c.x], table[c.y], table[c.z], table[c.w]) << 16 |
         (uint4)(table[d.x], table[d.y], table[d.z], table[d.w]) << 24;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
map(global const uchar* picture, const ulong pixels, global const uchar* table,
    global uchar* output) {
  local uchar own[256];
  for (uint b = get_local_id(0); b < 256; b += GROUP)
    own[b] = table[b];
  barrier(CLK_LOCAL_MEM_FENCE);
  global const uint4* vectors = (global const uint4*)picture;
  global uint4* mapped = (global uint4*)output;
  const ulong n = pixels / 16;
  for (ulong v = get_global_id(0); v < n; v += get_global_size(0))
    mapped[v] = map_words(vectors[v], own);
  for (ulong i = n * 16 + get_global_id(0); i < pixels; i += get_global_size(0))
    output[i] = own[picture[i]];
}
// [/kernel]
