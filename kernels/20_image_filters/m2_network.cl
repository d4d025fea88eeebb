// m2: a fixed list of exchanges.
//
// Changed: the list MEDIAN_k of networks.clh in the place of loops that compare and remember places.
// Why: no place in the array depends on the pixels, so all of it is in registers, and min() and max() need no branch.
//
// NDRange   width / WIDE x height, rounded up to whole groups
// Local     any
// Loads     (2 * RADIUS + 1)^2 bytes for each pixel; with WIDE > 1: vectors of WIDE bytes
// Stores    one for each pixel; with WIDE > 1: vectors
// Counted at 17x9, radius 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D median       3825     153         0             0       0
// Counted at 17x9, radius 2, LX=2 LY=1 WIDE=64:   loads  stores  constant  local: loads  stores
//   2-D median      14400     153         0             0       0
#include "median.clh"

// [kernel]
kernel void median(global const uchar* input, const int width, const int height,
                   global uchar* output) {
  const int x = get_global_id(0) * COLUMNS, y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  pixels v[AREA];
#pragma unroll
  for (int j = 0; j < SIDE; ++j)
#pragma unroll
    for (int i = 0; i < SIDE; ++i)
      v[j * SIDE + i] =
          load(input + clamp(y - RADIUS + j, 0, height - 1) * width, x - RADIUS + i, width);
  JOIN(MEDIAN_, SIDE_NAME)
  store(output + y * width, x, width, v[JOIN(MEDIAN_PLACE_, SIDE_NAME)]);
}
// [/kernel]
