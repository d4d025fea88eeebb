// c3: c2 with the processor's own instruction for such reads.
//
// Changed (from c2): eight pairs are read by one gather instruction, which takes eight places in a register and reads 64
// bits from each. PoCL's compiler knows it by the name of an intrinsic function; OpenCL C has no word for it.
// Why: the two pixels of a row are neighbours in memory: 32 reads of 64 bits serve sixteen outputs, where c2 makes 64.
// Where the processor has no AVX-512, and on devices of other kinds, this is c2.
//
// NDRange   as c2
// Local     none
// Needs     as c2
// Loads     as c2
// Stores    as c2
// Counted at 17x9, rotation by 20, TILE_X=128 TILE_Y=64:    loads  stores  constant  local: loads  stores
//   linear grey warp      1024      18     108       0       0
// Counted at 17x9, perspective, TILE_X=128 TILE_Y=64:
//   linear grey warp       602     153    1380       0       0
#include "warp.clh"

#ifdef __AVX512F__
#define MIXED_PAIRS mixed_gathers
// [pairs]
float16 eight_pairs(global const float* image, const int8 at) {
  return as_float16(__builtin_ia32_gathersiv8df((double8)0.0, (private const double*)(ulong)image, at, 0xff, 4));
}

float16 mixed_gathers(global const float* image, const int16 at, const float16 a) {
  const float16 first = eight_pairs(image, at.lo), second = eight_pairs(image, at.hi);
  const float16 left = (float16)(first.even, second.even), right = (float16)(first.odd, second.odd);
  return fma(a, right - left, left);
}
// [/pairs]
#else
#define MIXED_PAIRS mixed_one_by_one
#endif

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
