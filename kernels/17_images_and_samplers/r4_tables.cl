// r4: resizing with tables.
//
// Changed (from r1): the places and weights of all columns are the same in every row, and those of
// all rows in every column. The host computes them once; the kernel looks them up.
// Why: r1 spends its time with divisions, again and again the same ones. And loops of a known length
// can be written out, and turned into vectors.
//
// NDRange   the output's width x height, rounded up to any local size
// Local     none
// Needs     the options of resize.clh; COLUMNS and ROWS, the pixels that an output is made of, in x
//           and y; for each output column (row) so many places and weights
// Loads     for each output: COLUMNS * ROWS pixels, and its places and weights
// Stores    outputs
#include "resize.clh"

#if !BYTES
#define TO_PIXEL(value) (value)
#elif CHANNELS == 1
#define TO_PIXEL(value) (convert_float(value) * (1.0f / 255.0f))
#else
#define TO_PIXEL(value) (convert_float4(value) * (1.0f / 255.0f))
#endif

// [kernel]
kernel void resize(global const stored* restrict image, const int width, const int out_width,
                   const int out_height, global const int* restrict columns,
                   global const float* restrict column_weights, global const int* restrict rows,
                   global const float* restrict row_weights, global stored* restrict output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;

  pixel sum = 0.0f;
  for (int j = 0; j < ROWS; ++j) {
    global const stored* row = image + rows[y * ROWS + j] * width;
    pixel line = 0.0f;
    for (int i = 0; i < COLUMNS; ++i)
      line += column_weights[x * COLUMNS + i] * TO_PIXEL(row[columns[x * COLUMNS + i]]);
    sum += row_weights[y * ROWS + j] * line;
  }
  output[y * out_width + x] = FROM_PIXEL(sum);
}
// [/kernel]
