// heights, shade: a landscape seen from above, in two steps. All arithmetic is in integers, so that every device computes the same.
//
// heights
//   Data      heights: width * height ints, row by row
//   NDRange   2-D, at least width x height work-items, any local_size
//   Memory    1 store of 4 bytes per pixel; no loads
//
// shade
//   Data      heights: as above, for the whole picture. strip: rows * width pixels of three bytes, red, green, blue: the
//             rows first_row, first_row + 1, ... of the picture. reach: how many pixels long a shadow may be
//   NDRange   2-D, at least width x rows work-items, any local_size
//   Memory    5 + reach loads of 4 bytes and 3 stores of 1 byte per pixel

// [heights]
// A number from 0 to 255 that looks random, but is always the same for the same place.
uint dice(uint x, uint y, uint seed) {
  uint n = x * 374761393u + y * 668265263u + seed * 2246822519u;
  n = (n ^ (n >> 13)) * 1274126177u;
  return (n ^ (n >> 16)) & 255;
}

kernel void heights(global int* heights, int width, int height, uint seed) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int sum = 0;
  for (int cell = 128; cell >= 4; cell /= 2) { // cells of 128 pixels, then smaller and smaller ones
    const int column = x / cell, row = y / cell;
    int right = x - column * cell, down = y - row * cell; // where the pixel is in its cell
    right = right * right * (3 * cell - 2 * right) / (cell * cell); // smoothstep: slope 0 at the cells' edges
    down = down * down * (3 * cell - 2 * down) / (cell * cell);
    const uint key = seed + cell;
    const int above = dice(column, row, key) * (cell - right) + dice(column + 1, row, key) * right;
    const int below = dice(column, row + 1, key) * (cell - right) + dice(column + 1, row + 1, key) * right;
    sum += (above * (cell - down) + below * down) / cell;
  }
  heights[y * width + x] = sum;
}
// [/heights]

// [shade]
uchar lit(int colour, int light) { return clamp(colour * light / 128, 0, 255); }

kernel void shade(global const int* heights, global uchar* strip, int width, int height,
                  int first_row, int rows, int reach) {
  const int x = get_global_id(0);
  const int row = get_global_id(1); // in this strip
  const int y = first_row + row;    // in the picture
  if (x >= width || row >= rows)
    return;
  const int here = heights[y * width + x];
  const int left = heights[y * width + max(x - 1, 0)];
  const int right = heights[y * width + min(x + 1, width - 1)];
  const int above = heights[max(y - 1, 0) * width + x];
  const int below = heights[min(y + 1, height - 1) * width + x];

  // Walk towards the sun, at the upper left. How far does the ground rise above the ray of light?
  const int sea = 30000, surface = max(here, sea);
  int hidden = 0;
  for (int step = 1; step <= reach; ++step) {
    const int ground = heights[max(y - step, 0) * width + max(x - step, 0)];
    hidden = max(hidden, ground - surface - 300 * step);
  }

  // The sea is brighter where it is shallow, the land on slopes that face the sun.
  const int slope = clamp((right - left + below - above) / 12, -90, 90);
  const int light = (here < sea ? 40 + here / 300 : 128 + slope) - min(hidden / 20, 60);
  const int red = here < sea ? 40 : here < 31500 ? 225 : here < 40000 ? 60 : here < 46000 ? 120 : 245;
  const int green = here < sea ? 100 : here < 31500 ? 205 : here < 40000 ? 140 : here < 46000 ? 105 : 245;
  const int blue = here < sea ? 190 : here < 31500 ? 150 : here < 40000 ? 55 : here < 46000 ? 90 : 245;
  const int first = 3 * (row * width + x);
  strip[first + 0] = lit(red, light);
  strip[first + 1] = lit(green, light);
  strip[first + 2] = lit(blue, light);
}
// [/shade]
