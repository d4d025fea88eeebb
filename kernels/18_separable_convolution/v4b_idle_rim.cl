// v4b: a group as large as the tile.
//
// Changed: v4's group has a work-item for each output, which reads twice; here it has one for each
// pixel of the tile. Each reads once, and the 2 * radius of the rim have nothing to compute.
// Why: no second read, no condition. The price: of LINE + 2 * radius work-items LINE compute.
// Radius 8: 64 of 80, but on hardware with 32 lanes 64 of 96; radius 16: 64 of 96.
//
// NDRange   1-D: a group of LINE + 2 * radius for each LINE outputs of v4
// Local     (LINE + 2 * radius) * CHANNELS * 4 bytes
// Needs     groups that large; RIM_X and RIM_Y, twice the radius of the row's weights and of the column's, for
//           the size of the group alone: the loops still take their length from `radius`, as v4's do
// Loads, stores   as v4
// Counted at 17x9, radius 3x2, LINE=16:    loads  stores  constant  local: loads  stores
//   grey reflect rows          396     153      1071          1071     396
//   grey reflect columns       340     153       765           765     340
//   RGBA valid   rows          153      99       693           693     198
//   RGBA valid   columns        99      55       275           275     220
#ifndef LINE
#define LINE 64
#endif
#ifndef RIM_X
#define RIM_X 16
#define RIM_Y 16
#endif
#include "lines.clh"

// [kernel]
// [rows]
kernel __attribute__((reqd_work_group_size(LINE + RIM_X, 1, 1))) void
rows(global const pixel* input, const int width, const int height, constant float* weights,
     const int radius, global pixel* middle, local pixel* tile) {
  const int out_width = output_extent(width, TAPS(radius));
  const int lines = (out_width + LINE - 1) / LINE;
  const int n = get_local_id(0), group = get_group_id(0);
  const int y = group / lines, x = (group - y * lines) * LINE + n;

  tile[n] = pixel_in_row(input, width, x - BEFORE(TAPS(radius)), y);
  barrier(CLK_LOCAL_MEM_FENCE);

  if (n >= LINE || x >= out_width)
    return;
  pixel sum = 0.0f;
  for (int i = 0; i < TAPS(radius); ++i)
    sum += weights[i] * tile[n + i];
  middle[y * out_width + x] = sum;
}
// [/rows]

kernel __attribute__((reqd_work_group_size(LINE + RIM_Y, 1, 1))) void
columns(global const pixel* middle, const int width, const int height, constant float* weights,
        const int radius, global pixel* output, local pixel* tile) {
  const int out_height = output_extent(height, TAPS(radius));
  const int lines = (out_height + LINE - 1) / LINE;
  const int n = get_local_id(0), group = get_group_id(0);
  const int x = group / lines, y = (group - x * lines) * LINE + n;

  tile[n] = pixel_in_column(middle, width, height, x, y - BEFORE(TAPS(radius)));
  barrier(CLK_LOCAL_MEM_FENCE);

  if (n >= LINE || y >= out_height)
    return;
  pixel sum = 0.0f;
  for (int j = 0; j < TAPS(radius); ++j)
    sum += weights[j] * tile[n + j];
  output[y * width + x] = sum;
}
// [/kernel]
