// m3: each row of the window is sorted once.
//
// Changed: a work-item computes a strip of STRIP pixels below each other. It keeps the last 2 * RADIUS + 1 rows of its window, each
// of them sorted; the list ROWS_k makes a median of sorted rows.
// Why: sorting is most of the work, and a sorted row serves all outputs whose windows contain it. Exchanges for each pixel with
// 7 x 7: 480 of m2; m3 sorts a row with 16, and its list has 237.
//
// NDRange   width / WIDE x height / STRIP, rounded up to whole groups
// Local     any
// Loads     (STRIP + 2 * RADIUS) * (2 * RADIUS + 1) bytes for each work-item
// Stores    one for each pixel
// Counted at 17x9, radius 2, LX=4 LY=4 STRIP=16:   loads  stores  constant  local: loads  stores
//   2-D median       2125     153         0             0       0
#ifndef STRIP
#define STRIP 16
#endif
#include "median.clh"

// [kernel]
kernel void median(global const uchar* input, const int width, const int height,
                   global uchar* output) {
  const int x = get_global_id(0) * COLUMNS, first = get_global_id(1) * STRIP;
  if (x >= width)
    return;
  pixels rows[AREA]; // SIDE sorted rows, the lowest one last
#pragma unroll
  for (int j = 0; j < SIDE - 1; ++j)
    load_sorted(input, width, height, x, first - RADIUS + j, rows + j * SIDE);
  const int end = min(first + STRIP, height);
  for (int y = first; y < end; ++y) {
    load_sorted(input, width, height, x, y + RADIUS, rows + (SIDE - 1) * SIDE);
    pixels v[AREA];
#pragma unroll
    for (int k = 0; k < AREA; ++k)
      v[k] = rows[k];
    JOIN(ROWS_, SIDE_NAME)
    store(output + y * width, x, width, v[JOIN(ROWS_PLACE_, SIDE_NAME)]);
#pragma unroll
    for (int k = 0; k < AREA - SIDE; ++k)
      rows[k] = rows[k + SIDE];
  }
}
// [/kernel]
