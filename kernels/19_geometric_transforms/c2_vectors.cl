// c2: for CPUs: sixteen outputs as one vector.
//
// Changed (from c1): u, v, the weights and the sums are vectors of sixteen floats. A block at the edge of the input is a
// vector, too, whose pixels are asked for sixteen at a time; a block outside is only stored.
// Why: c1's compiler makes vectors of the blocks inside only. Those at the edge and outside are computed one output after
// the other: they are fewer, but take most of the time.
//
// NDRange   ceil(output width / TILE_X) x ceil(height / TILE_Y), rounded up to any local size
// Local     none
// Needs     LINEAR, grey; any map
// Loads     64 pixels for each block that reaches the input; the matrix for each block
// Stores    a vector for each block; single pixels at the end of a row
// Counted at 17x9, rotation by 20, TILE_X=128 TILE_Y=64:    loads  stores  constant  local: loads  stores
//   linear grey warp      1024      18     108       0       0
// Counted at 17x9, perspective, TILE_X=128 TILE_Y=64:
//   linear grey warp       602     153    1380       0       0
#include "warp.clh"

#define MIXED_PAIRS mixed_one_by_one
#include "vectors.clh"

// [kernel]
kernel void warp(global const float* restrict image, const int width, const int height, constant float* m,
                 global float* restrict output, const int out_width, const int out_height) {
  const int left = get_global_id(0) * TILE_X, top = get_global_id(1) * TILE_Y;
  const int right = min(left + TILE_X, out_width), bottom = min(top + TILE_Y, out_height);
  if (!is_in_front(m, left, top, left + TILE_X + BLOCK, top + TILE_Y)) {
    warp_one_by_one(image, width, height, m, output, out_width, left, top, right, bottom);
    return;
  }
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; x += BLOCK) {
      const float16 result = block_of(image, width, height, m, x, y);
      global float* to = output + y * out_width + x;
      if (x + BLOCK <= right) {
        ((global struct unaligned*)to)->v = result;
      } else {
        float sixteen[BLOCK];
        vstore16(result, 0, sixteen);
        for (int k = 0; k < right - x; ++k)
          to[k] = sixteen[k];
      }
    }
}
// [/kernel]
