// v8: the part of the input that a group needs, copied to local memory first.
//
// Changed (from v7): the corners of a group's patch tell which rectangle of the input it shows. The group copies it, rows
// side by side, zeros where the input ends; then each filter reads local memory, and nothing is tested.
// Why: a group of v7 reads along slanted lines. The copy reads along rows. It costs the corners of the rectangle, which no
// output needs: for a square that is turned by 45 degrees as many as the square has.
// Where the rectangle does not fit (the picture shrinks), or where the horizon crosses the patch, the group does as v7.
//
// NDRange   as v7
// Local     TILE pixels; groups of LX x LY
// Needs     as v7; TILE
// Loads     the rectangle, as far as it lies in the input; the matrix
// Stores    ROWS pixels
// Counted at 17x9, rotation by 20, LX=16 LY=4 ROWS=4 TILE=2560:    loads  stores  constant  local: loads  stores
//   linear grey warp       180     153    3990     612     903
// Counted at 17x9, perspective, LX=16 LY=4 ROWS=4 TILE=2560:
//   linear grey warp       187     153    5985     576     480
#include "warp.clh"

#ifndef ROWS
#define ROWS 4
#endif
#ifndef LY
#define LX 8
#define LY 16
#endif
#ifndef TILE
#define TILE 4096
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
warp(global const pixel* image, const int width, const int height, constant float* m, global pixel* output,
     const int out_width, const int out_height) {
  local pixel tile[TILE];
  const int x = get_global_id(0), top = get_group_id(1) * LY * ROWS, y0 = top + get_local_id(1);
  // A line of the output comes from a line of the input: the corners are the extremes.
  const int left = get_group_id(0) * LX, right = left + LX - 1, bottom = top + LY * ROWS - 1;
  const float2 a = source_of(m, left, top), b = source_of(m, right, top);
  const float2 c = source_of(m, left, bottom), d = source_of(m, right, bottom);
  const float2 least = fmin(fmin(a, b), fmin(c, d)), most = fmax(fmax(a, b), fmax(c, d));
  const bool near = least.x > -1e6f && least.y > -1e6f && most.x < 1e6f && most.y < 1e6f;
  const int first_x = near ? first_tap(least.x) : 0, first_y = near ? first_tap(least.y) : 0;
  const int columns = near ? first_tap(most.x) + TAPS - first_x : TILE;
  const int rows = near ? first_tap(most.y) + TAPS - first_y : TILE;
  const bool fits = columns <= TILE && rows <= TILE && columns * rows <= TILE;
  if (fits)
    for (int j = get_local_id(1); j < rows; j += LY)
      for (int i = get_local_id(0); i < columns; i += LX) {
        const int from_x = first_x + i, from_y = first_y + j;
        tile[j * columns + i] = from_x >= 0 && from_y >= 0 && from_x < width && from_y < height
                                    ? image[from_y * width + from_x]
                                    : BORDER_COLOUR;
      }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= out_width)
    return;
#pragma unroll
  for (int k = 0; k < ROWS; ++k) {
    const int y = y0 + k * LY;
    if (y >= out_height)
      continue;
    const float2 place = source_of(m, x, y);
    if (!fits) {
      output[y * out_width + x] = sample_checked(image, width, height, place.x, place.y);
      continue;
    }
    float across[TAPS], down[TAPS];
    tap_weights(place.x, across);
    tap_weights(place.y, down);
    const int i0 = clamp(first_tap(place.x) - first_x, 0, columns - TAPS);
    const int j0 = clamp(first_tap(place.y) - first_y, 0, rows - TAPS);
    pixel sum = 0.0f;
#pragma unroll
    for (int j = 0; j < TAPS; ++j) {
      pixel line = 0.0f;
#pragma unroll
      for (int i = 0; i < TAPS; ++i)
        line += across[i] * tile[(j0 + j) * columns + i0 + i];
      sum += down[j] * line;
    }
    output[y * out_width + x] = sum;
  }
}
// [/kernel]
