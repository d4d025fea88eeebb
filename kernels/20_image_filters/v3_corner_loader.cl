// v3: a group copies its pixels and a rim of RADIUS around them into local memory.
//
// Changed: v2's loads from global memory go to a tile. Each work-item copies its own pixel; those that are less than RADIUS away
// from the edge of the group copy a second one, RADIUS further out, and those in the corners of the group three. In groups that
// are smaller than RADIUS the work-item in the corner copies all.
// Why: neighbours in a group read the same pixels. A group of 16 x 16 with radius 5 copies 26 * 26 float4s, 2.6 for each pixel,
// where v2 reads 141.
//
// NDRange   width x height, rounded up to whole groups
// Local     (group's width + 2 * RADIUS) * (its height + 2 * RADIUS) * 16 bytes, an argument
// Loads     for each group its tile; local: as v2 from global memory
// Stores    one for each pixel; local: the tile
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
  // Each work-item copies its own pixel; those near the edge of the group copy up to three more, a radius away.
  const bool few = group_width < RADIUS || group_height < RADIUS; // too few for that
  if (get_local_id(2) == 0 && !few) {
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        const bool column = i == 0 || (i < 0 ? lx < RADIUS : lx >= group_width - RADIUS);
        const bool row = j == 0 || (j < 0 ? ly < RADIUS : ly >= group_height - RADIUS);
        if (column && row)
          tile[(ly + RADIUS + j * RADIUS) * across + lx + RADIUS + i * RADIUS] =
              pixel_at(input, width, height, x + i * RADIUS, y + j * RADIUS);
      }
  } else if (get_local_id(2) == 0 && lx == 0 && ly == 0) {
    // In a small group the work-item in the corner copies everything.
    for (int j = 0; j < down; ++j)
      for (int i = 0; i < across; ++i)
        tile[j * across + i] = pixel_at(input, width, height, left + i, top + j);
  }
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
