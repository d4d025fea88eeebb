// Compaction: the edges of a picture as a list of places, without gaps and in their order.
//
// count      how many pixels of each group are edges
// scan_sums  running sums of these counts: where each group's places begin in the list (scan_sums.clh)
// write      every edge writes its place there, behind those of its group that come before it
//
// NDRange   count, write: width * height work-items, rounded up to the local size GROUP; scan_sums: one group
// Data      counts: one for each group; list: as many places as there are edges
// Local     2 * GROUP uints
// Loads     count, write: at most 3 pixels for each work-item
// Stores    count: one for each group; write: one for each edge
#ifndef GROUP
#define GROUP 256
#endif
#include "scanned.clh"
#include "group_scan.clh"
#include "scan_sums.clh"

// [edges]
// 1 where the brightness changes by more than `threshold` to the right or downwards.
uint is_edge(global const uchar* picture, const uint width, const uint height, const int threshold) {
  const uint i = get_global_id(0), x = i % width, y = i / width;
  if (x + 1 >= width || y + 1 >= height)
    return 0;
  const int here = picture[i], right = picture[i + 1], below = picture[i + width];
  return abs(right - here) > threshold || abs(below - here) > threshold;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
count(global const uchar* picture, const uint width, const uint height, const int threshold, global uint* counts) {
  local uint copies[2 * GROUP];
  uint all;
  before_me(is_edge(picture, width, height, threshold), copies, &all);
  if (get_local_id(0) == 0)
    counts[get_group_id(0)] = all;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
write(global const uchar* picture, const uint width, const uint height, const int threshold,
      global const uint* counts, global uint* list) {
  local uint copies[2 * GROUP];
  uint all;
  const uint edge = is_edge(picture, width, height, threshold);
  const uint before = before_me(edge, copies, &all);
  if (edge)
    list[counts[get_group_id(0)] + before] = get_global_id(0);
}
// [/edges]
