// heights, shade: a landscape seen from above, in two steps. All arithmetic is in integers, so that every device computes the same.
//
// heights
//   Data      heights: width * height ints, row by row
//   NDRange   2-D, at least width x height work-items, any local_size
//   Memory    1 store of 4 bytes a pixel; no loads
//
// shade
//   Data      heights: as above, for the whole picture. part: rows * width pixels of three bytes, red, green, blue: the
//             rows first_row, first_row + 1, ... of the picture
//   NDRange   2-D, at least width x rows work-items, any local_size
//   Memory    5 loads of 4 bytes and 3 stores of 1 byte a pixel

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
  for (int cell = 128; cell >= 4; cell /= 2) { // hills of 128 pixels, with smaller and smaller ones on them
    const int column = x / cell, row = y / cell;
    int right = x - column * cell, down = y - row * cell; // where the pixel is in its cell
    right = right * right * (3 * cell - 2 * right) / (cell * cell); // no bends at the cells' edges
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

kernel void shade(global const int* heights, global uchar* part, int width, int height,
                  int first_row, int rows) {
  const int x = get_global_id(0);
  const int row = get_global_id(1); // in this half
  const int y = first_row + row;    // in the picture
  if (x >= width || row >= rows)
    return;
  const int here = heights[y * width + x];
  const int left = heights[y * width + max(x - 1, 0)];
  const int right = heights[y * width + min(x + 1, width - 1)];
  const int above = heights[max(y - 1, 0) * width + x];
  const int below = heights[min(y + 1, height - 1) * width + x];

  // The sea is brighter where it is shallow, the land on slopes that face the light at the upper left.
  const int slope = clamp((right - left + below - above) / 12, -90, 90);
  const int light = here < 30000 ? 40 + here / 300 : 128 + slope;
  const int red = here < 30000 ? 40 : here < 31500 ? 225 : here < 40000 ? 60 : here < 46000 ? 120 : 245;
  const int green = here < 30000 ? 100 : here < 31500 ? 205 : here < 40000 ? 140 : here < 46000 ? 105 : 245;
  const int blue = here < 30000 ? 190 : here < 31500 ? 150 : here < 40000 ? 55 : here < 46000 ? 90 : 245;
  const int first = 3 * (row * width + x);
  part[first + 0] = lit(red, light);
  part[first + 1] = lit(green, light);
  part[first + 2] = lit(blue, light);
}
// [/shade]
