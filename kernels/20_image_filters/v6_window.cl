// v6: OUT outputs below each other share a window of pixels in registers.
//
// Changed: a work-item computes OUT pixels of a column. For one column of the window and its mirror image it loads the pixels that
// all of them need, OUT + 2 * RADIUS each, and each output picks its own window of them, which slides down from output to output.
// Why: v5 reads four pixels from local memory for each place, v6 reads 2 * (OUT + 2 * RADIUS) * (RADIUS + 1) for OUT outputs.
// Radius 5, OUT = 4: 42 for each output, where v5 has 141.
//
// NDRange   width x height / OUT, rounded up to LX x LY
// Local     (LX + 2 * RADIUS) * (LY * OUT + 2 * RADIUS) * 16 bytes
// Loads     for each group its tile, and one for each pixel, for its alpha; local: for each work-item that has an output OUT, and
//           2 * (OUT + 2 * RADIUS) * (RADIUS + 1)
// Stores    one for each pixel; local: the tile
// Counted at 17x9, radius 2, pairs 2, LX=4 LY=4 OUT=4:   loads  stores  constant  local: loads  stores
//   2-D snn           953     153         0          2652    1600
#ifndef RADIUS
#define RADIUS 5
#define PAIRS 2
#endif
#ifndef LX
#define LX 32
#define LY 4
#endif
#ifndef OUT
#define OUT 4
#endif
#include "snn.clh"
#define ACROSS (LX + 2 * RADIUS)
#define DOWN (LY * OUT + 2 * RADIUS)

// [kernel]
float4 with_square(const float4 p) {
  return (float4)(p.xyz, p.x * p.x + p.y * p.y + p.z * p.z);
}

float key(const float4 p, const float4 c) {
  return fma(p.x, c.x, fma(p.y, c.y, fma(p.z, c.z, p.w)));
}

float4 nearer_by_key(const float4 c, const float4 a, const float4 b) {
  return key(b, c) < key(a, c) ? b : a;
}

kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
snn(global const float4* input, const int width, const int height, global float4* output) {
  local float4 tile[DOWN][ACROSS];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * LX - RADIUS, top = get_group_id(1) * LY * OUT - RADIUS;
  for (int r = ly; r < DOWN; r += LY)
    for (int q = lx; q < ACROSS; q += LX)
      tile[r][q] = with_square(
          input[clamp(top + r, 0, height - 1) * width + clamp(left + q, 0, width - 1)]);
  barrier(CLK_LOCAL_MEM_FENCE);

  // OUT outputs below each other. For each column u to the left of them, and its mirror image to the right, the pixels that
  // they need are in registers: OUT + 2 * RADIUS of each column, from which each output takes its own window.
  const int x = get_global_id(0), y = get_group_id(1) * LY * OUT + ly * OUT;
  if (x >= width || y >= height)
    return;
  float4 c[OUT], sum[OUT];
#pragma unroll
  for (int o = 0; o < OUT; ++o) {
    sum[o] = tile[ly * OUT + o + RADIUS][lx + RADIUS];
    c[o] = -2.0f * sum[o];
  }
  for (int u = -RADIUS; u <= 0; ++u) {
    float4 before[OUT + 2 * RADIUS], behind[OUT + 2 * RADIUS];
#pragma unroll
    for (int k = 0; k < OUT + 2 * RADIUS; ++k) {
      before[k] = tile[ly * OUT + k][lx + RADIUS + u];
      behind[k] = tile[ly * OUT + k][lx + RADIUS - u];
    }
#pragma unroll
    for (int o = 0; o < OUT; ++o) {
#pragma unroll
      for (int v = -RADIUS; v <= (PAIRS == 2 ? 0 : RADIUS); ++v) {
        if (u == 0 && v >= 0)
          continue;
        const int up = o + RADIUS + v, down = o + RADIUS - v;
#if PAIRS == 2
        float4 best = nearer_by_key(c[o], before[up], behind[down]);
        best = nearer_by_key(c[o], nearer_by_key(c[o], best, behind[up]), before[down]);
#else
        // The first of the two is the upper one, or the left one.
        const float4 best = v <= 0 ? nearer_by_key(c[o], before[up], behind[down])
                                   : nearer_by_key(c[o], behind[down], before[up]);
#endif
        sum[o] += best;
      }
    }
  }
#pragma unroll
  for (int o = 0; o < OUT; ++o)
    if (y + o < height) {
      sum[o] /= (float)PLACES;
      sum[o].w = input[(y + o) * width + x].w;
      output[(y + o) * width + x] = sum[o];
    }
}
// [/kernel]
