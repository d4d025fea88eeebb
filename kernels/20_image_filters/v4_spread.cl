// v4: all work-items of a group share the copying.
//
// Changed: v3's tile is copied in rounds: the group moves over the tile like a stamp, and each work-item copies the pixel below it.
// Why: in v3 most work-items wait while those at the edge copy, and in a group that is smaller than the radius one work-item copies
// everything.
//
// NDRange, Local, Loads, Stores   as v3
// Counted at 17x9, radius 2, pairs 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D snn           960     153         0          4437     960
#ifndef RADIUS
#define RADIUS 5
#define PAIRS 2
#endif
#include "range.clh"
#include "snn.clh"

// [kernel]
float4 pixel_at(global const float4* input, const int width, const int height, const int x, const int y) {
  return input[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}

kernel void snn(global const float4* input, const int width, const int height,
                global float4* output, local float4* tile) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int group_width = get_local_size(0), group_height = get_local_size(1);
  const int across = group_width + 2 * RADIUS, down = group_height + 2 * RADIUS;
  const int left = x - lx - RADIUS, top = y - ly - RADIUS; // of the tile, in the picture
  // The group moves over the tile; with a third dimension its layers take turns.
  const int layer = get_local_id(2), layers = get_local_size(2);
  for (int r = ly + layer * group_height; r < down; r += layers * group_height)
    for (int q = lx; q < across; q += group_width)
      tile[r * across + q] = pixel_at(input, width, height, left + q, top + r);
  barrier(CLK_LOCAL_MEM_FENCE);

  // The guard comes after the barrier, which every work-item must reach.
  if (x >= width || y >= height)
    return;
  local const float4* here = tile + (ly + RADIUS) * across + lx + RADIUS;
  const float4 centre = *here;
  float4 sum = centre;
  for (int v = -RADIUS; v <= 0; ++v) {
    local const float4 *above = here + v * across, *below = here - v * across;
#pragma unroll
    for (int u = -RADIUS; u <= LAST_U(v); ++u) {
      if (u == 0 && v == 0)
        continue;
      float4 best = nearer(centre, above[u], below[-u]);
#if PAIRS == 2
      best = nearer(centre, nearer(centre, best, above[-u]), below[u]);
#endif
      sum += best;
    }
  }
  sum /= (float)PLACES;
  sum.w = centre.w;
  write_pixel(output, y * width + x, sum);
}
// [/kernel]
