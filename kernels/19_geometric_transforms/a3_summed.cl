// a3: the sum of any rectangle from 16 numbers.
//
// Changed (from a2): `rows` and `columns` make a table that holds, for each corner between pixels, the sum of all pixels
// above and to the left of it. `warp` averages the rectangle around the part of the input that an output shows.
// Why: the reads do not depend on the size of the rectangle, and its width and height need not be the same.
//
// Sums are whole numbers of bytes modulo 2^32: differences of them are exact while a rectangle holds less than 2^32, that
// is 4096 x 4096 white pixels. As floats, the sums would lose the last bits of pixels on the right and below.
//
// Data      table: (width + 1) x (height + 1) unsigned numbers for each channel; pixels are whole numbers / 255
// NDRange   rows: height; columns: width + 1; warp: the output, rounded up to groups of LX x LY
// Local     none
// Needs     nothing else
// Loads     rows: the pixels; columns: the table but its first row; warp: 16 numbers
// Stores    rows and columns: the table; warp: one pixel
// Counted at 17x9, rotation by 20, LX=8 LY=32:    loads  stores  constant  local: loads  stores
//   area grey rows       153     162       0       0       0
//   area grey columns    162     180       0       0       0
//   area grey warp      2256     153    1530       0       0
// Counted at 17x9, perspective, LX=8 LY=32:
//   area grey rows       153     162       0       0       0
//   area grey columns    162     180       0       0       0
//   area grey warp      2448     153    2448       0       0
#include "area.clh"

#if CHANNELS == 1
typedef uint sum;
#define TO_SUM convert_uint_rte
#define FROM_SUM convert_float
#else
typedef uint4 sum;
#define TO_SUM convert_uint4_rte
#define FROM_SUM convert_float4
#endif

// [table]
kernel void rows(global const pixel* image, const int width, const int height, global sum* table) {
  const int y = get_global_id(0);
  if (y >= height)
    return;
  global sum* line = table + (y + 1) * (width + 1);
  sum running = 0;
  for (int x = 0; x < width; ++x) {
    line[x] = running;
    running += TO_SUM(255.0f * image[y * width + x]);
  }
  line[width] = running;
}

kernel void columns(global sum* table, const int width, const int height) {
  const int x = get_global_id(0);
  if (x > width)
    return;
  sum running = 0;
  for (int y = 0; y <= height; ++y) {
    if (y > 0)
      running += table[y * (width + 1) + x];
    table[y * (width + 1) + x] = running;
  }
}
// [/table]

// [kernel]
kernel void warp(global const sum* table, const int width, const int height, constant float* m,
                 global pixel* output, const int out_width, const int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const struct footprint f = footprint_of(m, x, y);
  // The rectangle around the footprint, at least one pixel wide; pixel i reaches from i to i + 1.
  const float half_width = fmax(0.5f * (fabs(f.du_dx) + fabs(f.du_dy)), 0.5f);
  const float half_height = fmax(0.5f * (fabs(f.dv_dx) + fabs(f.dv_dy)), 0.5f);
  const float left = f.u + 0.5f - half_width, right = f.u + 0.5f + half_width;
  const float top = f.v + 0.5f - half_height, bottom = f.v + 0.5f + half_height;
  pixel result = BORDER_COLOUR;
  if (left < width && top < height && right > 0.0f && bottom > 0.0f) {
    const float4 edge = (float4)(fmax(left, 0.0f), fmin(right, width), fmax(top, 0.0f), fmin(bottom, height));
    const int4 last = (int4)(width - 1, width - 1, height - 1, height - 1);
    const int4 at = min(convert_int4(edge), last); // the last corner before the edge
    const float4 beyond = edge - convert_float4(at);
    // An edge between two corners is a mean of them. The first corner's part is 0: all sums count from there.
    const int column[4] = {at.x, at.x + 1, at.y, at.y + 1}, row[4] = {at.z, at.z + 1, at.w, at.w + 1};
    const float across[4] = {0.0f, -beyond.x, 1.0f - beyond.y, beyond.y};
    const float down[4] = {0.0f, -beyond.z, 1.0f - beyond.w, beyond.w};
    sum top_row[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      top_row[i] = table[row[0] * (width + 1) + column[i]];
#pragma unroll
    for (int j = 1; j < 4; ++j) {
      const sum first = table[row[j] * (width + 1) + column[0]];
#pragma unroll
      for (int i = 1; i < 4; ++i)
        result += across[i] * down[j] *
                  FROM_SUM(table[row[j] * (width + 1) + column[i]] - first - top_row[i] + top_row[0]);
    }
    result /= 255.0f * ((right - left) * (bottom - top));
  }
  output[y * out_width + x] = result;
}
// [/kernel]
