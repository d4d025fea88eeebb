// m1: the median by its definition.
//
// The values of the window are put into an array; the smallest is brought to the front, then the next, until the middle is reached.
//
// NDRange   width x height, rounded up to whole groups
// Local     any
// Loads     (2 * RADIUS + 1)^2 bytes for each pixel
// Stores    one for each pixel
// Counted at 17x9, radius 2, LX=4 LY=4:   loads  stores  constant  local: loads  stores
//   2-D median       3825     153         0             0       0
#ifndef RADIUS
#define RADIUS 1
#endif
#define SIDE (2 * RADIUS + 1)
#define AREA (SIDE * SIDE)

// [kernel]
kernel void median(global const uchar* input, const int width, const int height,
                   global uchar* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar values[AREA];
  for (int j = 0; j < SIDE; ++j)
    for (int i = 0; i < SIDE; ++i)
      values[j * SIDE + i] = input[clamp(y - RADIUS + j, 0, height - 1) * width +
                                   clamp(x - RADIUS + i, 0, width - 1)];
  // The smallest to the front, then the next one, up to the middle.
  for (int n = 0; n <= AREA / 2; ++n) {
    int least = n;
    for (int k = n + 1; k < AREA; ++k)
      if (values[k] < values[least])
        least = k;
    const uchar value = values[least];
    values[least] = values[n];
    values[n] = value;
  }
  output[y * width + x] = values[AREA / 2];
}
// [/kernel]
