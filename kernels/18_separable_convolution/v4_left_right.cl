// v4: a group copies its part of a line into local memory, with two reads for each work-item.
//
// Changed: the LINE outputs of a group lie in one row (in one column), and their LINE + 2 * radius
// pixels come from local memory. Each work-item reads the pixel `radius` to the left of its own, and
// those whose place the left reads have not reached also the one `radius` to the right.
// Why: 2 loads from global memory for each output in place of 2 * radius + 1.
//
//   left reads    0 1 2 3 4 5 6 7                LINE = 8, radius = 2
//   right reads                   4 5 6 7        work-items 0 to 3 would read what is there already
//   tile          . . o o o o o o o o . .
//
// The columns do the same downwards: neighbours in a group are then a whole row apart in memory.
//
// NDRange   1-D: for each row of the middle image, and each column of the output, its pixels rounded up to LINE
// Local     (LINE + 2 * radius) * CHANNELS * 4 bytes
// Needs     2 * radius <= LINE; that much local memory
// Loads     for each group: the pixels of its tile that exist; for each output pixel: constant and
//           local: 2 * radius + 1
// Stores    one for each pixel of a pass; local: for each group LINE + 2 * radius
// Counted at 17x9, radius 3x2, LINE=16:    loads  stores  constant  local: loads  stores
//   grey reflect rows          396     153      1071          1071     396
//   grey reflect columns       340     153       765           765     340
//   RGBA valid   rows          153      99       693           693     198
//   RGBA valid   columns        99      55       275           275     220
#ifndef LINE
#define LINE 64
#endif
#include "lines.clh"

// The sum of a line of weights over the tile, from `first` on.
pixel line_sum(local const pixel* first, constant float* weights, const int radius) {
  pixel sum = 0.0f;
  for (int i = 0; i < TAPS(radius); ++i)
    sum += weights[i] * first[i];
  return sum;
}

// [kernel]
kernel __attribute__((reqd_work_group_size(LINE, 1, 1))) void
rows(global const pixel* input, const int width, const int height, constant float* weights,
     const int radius, global pixel* middle, local pixel* tile) {
  const int out_width = output_extent(width, TAPS(radius));
  const int lines = (out_width + LINE - 1) / LINE; // in a row
  const int n = get_local_id(0), group = get_group_id(0);
  const int y = group / lines, x = (group - y * lines) * LINE + n;

  const int left = x - BEFORE(TAPS(radius)); // the left read's place; the right read's is 2 * radius further
  tile[n] = pixel_in_row(input, width, left, y);
  if (n + 2 * radius >= LINE)
    tile[n + 2 * radius] = pixel_in_row(input, width, left + 2 * radius, y);
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x < out_width)
    middle[y * out_width + x] = line_sum(tile + n, weights, radius);
}

kernel __attribute__((reqd_work_group_size(LINE, 1, 1))) void
columns(global const pixel* middle, const int width, const int height, constant float* weights,
        const int radius, global pixel* output, local pixel* tile) {
  const int out_height = output_extent(height, TAPS(radius));
  const int lines = (out_height + LINE - 1) / LINE; // in a column
  const int n = get_local_id(0), group = get_group_id(0);
  const int x = group / lines, y = (group - x * lines) * LINE + n;

  const int top = y - BEFORE(TAPS(radius));
  tile[n] = pixel_in_column(middle, width, height, x, top);
  if (n + 2 * radius >= LINE)
    tile[n + 2 * radius] = pixel_in_column(middle, width, height, x, top + 2 * radius);
  barrier(CLK_LOCAL_MEM_FENCE);

  if (y < out_height)
    output[y * width + x] = line_sum(tile + n, weights, radius);
}
// [/kernel]
