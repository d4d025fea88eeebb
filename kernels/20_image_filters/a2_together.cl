// a2: each pixel is read once, for the sums of all directions.
//
// Changed: the loop over directions is the innermost one; DIRECTIONS sums are in registers.
// Why: a1 reads each pixel of the window once for each direction.
//
// NDRange   width x height, rounded up to whole groups
// Local     any
// Loads     (2 * RADIUS + 1)^2 pixels and DIRECTIONS times as many weights for each pixel
// Stores    as a1
// Counted at 17x9, radius 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D gabor        3825     153     30600             0       0
#ifndef RADIUS
#define RADIUS 5
#endif
#ifndef DIRECTIONS
#define DIRECTIONS 8
#endif
#define SIDE (2 * RADIUS + 1)

// [kernel]
kernel void gabor(global const float* input, const int width, const int height,
                  constant float* weights, global float2* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sums[DIRECTIONS] = {0.0f};
  for (int j = 0; j < SIDE; ++j)
    for (int i = 0; i < SIDE; ++i) {
      const float pixel = input[clamp(y - RADIUS + j, 0, height - 1) * width +
                                clamp(x - RADIUS + i, 0, width - 1)];
#pragma unroll
      for (int d = 0; d < DIRECTIONS; ++d)
        sums[d] += weights[(d * SIDE + j) * SIDE + i] * pixel;
    }
  float2 best = (float2)(sums[0], 0.0f);
#pragma unroll
  for (int d = 1; d < DIRECTIONS; ++d)
    if (sums[d] > best.x)
      best = (float2)(sums[d], d);
  output[y * width + x] = best;
}
// [/kernel]
