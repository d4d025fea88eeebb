// v5: a distance takes three multiply-adds.
//
// Changed: |p - c|^2 is p*p - 2 p*c + c*c. The last term is the same for all pixels that are compared with the centre c, so it can
// be left out. The first one does not depend on the centre: it is computed once for each pixel of the tile, and kept where alpha was.
// Why: v4 subtracts three times, multiplies, and multiplies and adds twice. Whole numbers up to 255 stay exact either way.
//
// NDRange   width x height, rounded up to whole groups
// Local     as v4
// Loads     as v4, and one for each pixel, for its alpha
// Stores    as v4
// Counted at 17x9, radius 2, pairs 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D snn          1113     153         0          4437    1920
#ifndef RADIUS
#define RADIUS 5
#define PAIRS 2
#endif
#include "snn.clh"

// [kernel]
// The pixel, and in the place of its alpha the sum of its squares.
float4 with_square(const float4 p) {
  return (float4)(p.xyz, p.x * p.x + p.y * p.y + p.z * p.z);
}

// The square of the distance, less the square of the centre, which is the same for all: c is -2 times the centre.
float key(const float4 p, const float4 c) {
  return fma(p.x, c.x, fma(p.y, c.y, fma(p.z, c.z, p.w)));
}

float4 nearer_by_key(const float4 c, const float4 a, const float4 b) {
  return key(b, c) < key(a, c) ? b : a;
}

kernel void snn(global const float4* input, const int width, const int height,
                global float4* output, local float4* tile) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int group_width = get_local_size(0), group_height = get_local_size(1);
  const int across = group_width + 2 * RADIUS, down = group_height + 2 * RADIUS;
  const int left = x - lx - RADIUS, top = y - ly - RADIUS;
  for (int r = ly; r < down; r += group_height)
    for (int q = lx; q < across; q += group_width)
      tile[r * across + q] = with_square(
          input[clamp(top + r, 0, height - 1) * width + clamp(left + q, 0, width - 1)]);
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= height)
    return;
  local const float4* here = tile + (ly + RADIUS) * across + lx + RADIUS;
  const float4 centre = *here, c = -2.0f * centre;
  float4 sum = centre;
  for (int v = -RADIUS; v <= 0; ++v) {
    local const float4 *above = here + v * across, *below = here - v * across;
#pragma unroll
    for (int u = -RADIUS; u <= LAST_U(v); ++u) {
      if (u == 0 && v == 0)
        continue;
      float4 best = nearer_by_key(c, above[u], below[-u]);
#if PAIRS == 2
      best = nearer_by_key(c, nearer_by_key(c, best, above[-u]), below[u]);
#endif
      sum += best;
    }
  }
  sum /= (float)PLACES;
  sum.w = input[y * width + x].w;
  output[y * width + x] = sum;
}
// [/kernel]
