// a3: the pixels of a group and a rim around them in local memory.
//
// Changed: a2's loads of pixels go to a tile.
// Why: neighbours in a group read the same pixels.
//
// NDRange   width x height, rounded up to LX x LY
// Local     (LX + 2 * RADIUS) * (LY + 2 * RADIUS) * 4 bytes
// Loads     for each group its tile; local: (2 * RADIUS + 1)^2 for each pixel, and as many weights as a2
// Stores    as a1; local: the tile
// Counted at 17x9, radius 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D gabor         960     153     30600          3825     960
#ifndef RADIUS
#define RADIUS 5
#endif
#ifndef DIRECTIONS
#define DIRECTIONS 8
#endif
#ifndef LX
#define LX 32
#define LY 8
#endif
#define SIDE (2 * RADIUS + 1)

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
gabor(global const float* input, const int width, const int height, constant float* weights,
      global float2* output) {
  local float tile[LY + 2 * RADIUS][LX + 2 * RADIUS];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * LX - RADIUS, top = get_group_id(1) * LY - RADIUS;
  for (int r = ly; r < LY + 2 * RADIUS; r += LY)
    for (int q = lx; q < LX + 2 * RADIUS; q += LX)
      tile[r][q] = input[clamp(top + r, 0, height - 1) * width + clamp(left + q, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);

  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sums[DIRECTIONS] = {0.0f};
  for (int j = 0; j < SIDE; ++j)
    for (int i = 0; i < SIDE; ++i) {
#pragma unroll
      for (int d = 0; d < DIRECTIONS; ++d)
        sums[d] += weights[(d * SIDE + j) * SIDE + i] * tile[ly + j][lx + i];
    }
  float2 best = (float2)(sums[0], 0.0f);
#pragma unroll
  for (int d = 1; d < DIRECTIONS; ++d)
    if (sums[d] > best.x)
      best = (float2)(sums[d], d);
  output[y * width + x] = best;
}
// [/kernel]
