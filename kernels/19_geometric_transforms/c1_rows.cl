// c1: for CPUs: a work-item walks along rows, sixteen outputs at a time.
//
// Changed (from v4): a work-item computes TILE_X x TILE_Y outputs. Along a row only x changes, so the parts of the place
// that depend on y are computed once; a block of sixteen is tested once, at both of its ends.
// Why: a map of this kind turns a line into a line. If both ends of a block come from inside the input, all of it does;
// then nothing is tested, and the loop is one that a compiler turns into vectors.
//
// NDRange   ceil(output width / TILE_X) x ceil(height / TILE_Y), rounded up to any local size
// Local     none
// Needs     any map; NEAREST to SPLINE
// Loads     as v4; the matrix once for each row of a tile
// Stores    outputs
// Counted at 17x9, rotation by 20, TILE_X=128 TILE_Y=64:    loads  stores  constant  local: loads  stores
//   linear grey warp       512     153     900       0       0
// Counted at 17x9, perspective, TILE_X=128 TILE_Y=64:
//   linear grey warp       602     153     630       0       0
#include "warp.clh"

#ifndef TILE_X
#define TILE_X 128
#endif
#ifndef TILE_Y
#define TILE_Y 64
#endif
#define BLOCK 16

// [kernel]
kernel void warp(global const pixel* restrict image, const int width, const int height, constant float* m,
                 global pixel* restrict output, const int out_width, const int out_height) {
  const int left = get_global_id(0) * TILE_X, top = get_global_id(1) * TILE_Y;
  const int right = min(left + TILE_X, out_width), bottom = min(top + TILE_Y, out_height);
  const float reach = max(TAPS / 2 - 1, 0);
  const float most_u = nextafter(width - 1 - reach, 0.0f), most_v = nextafter(height - 1 - reach, 0.0f);
  for (int y = top; y < bottom; ++y) {
    const float u0 = fma(m[1], (float)y, m[2]), v0 = fma(m[4], (float)y, m[5]), w0 = fma(m[7], (float)y, m[8]);
    const float mu = m[0], mv = m[3], mw = m[6];
    global pixel* to = output + y * out_width;
    for (int x0 = left; x0 < right; x0 += BLOCK) {
      const int end = min(x0 + BLOCK, right);
      const float2 first = source_of(m, x0, y), last = source_of(m, x0 + BLOCK - 1, y);
      if (end == x0 + BLOCK && is_inside(first.x, first.y, width, height) &&
          is_inside(last.x, last.y, width, height)) {
        for (int k = 0; k < BLOCK; ++k) {
          const float x = x0 + k;
#if AFFINE
          const float u = fma(mu, x, u0), v = fma(mv, x, v0);
#else
          const float one_over_w = 1.0f / fma(mw, x, w0);
          // Rounding may move a place between two that are inside a little outside.
          const float u = clamp(fma(mu, x, u0) * one_over_w, reach, most_u);
          const float v = clamp(fma(mv, x, v0) * one_over_w, reach, most_v);
#endif
          to[x0 + k] = sample_inside(image, width, u, v);
        }
      } else {
        for (int x = x0; x < end; ++x) {
          const float2 place = source_of(m, x, y);
          to[x] = sample_checked(image, width, height, place.x, place.y);
        }
      }
    }
  }
}
// [/kernel]
