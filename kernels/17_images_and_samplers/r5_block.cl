// r5: a block of outputs for each work-item.
//
// Changed (from r4): a work-item computes BX columns, a work-group's width apart, and BY rows below each other. What
// it has looked up for a column serves BY rows, and what it has looked up for a row serves BX columns.
// Why: r4 looks up as many places and weights as it loads pixels.
//
// NDRange   the output's ceil(width / (BX * LX)) * LX x ceil(height / BY), the latter rounded up to LY
// Local     none; groups of LX x LY
// Needs     as r4; BX, BY
// Loads     for each output COLUMNS * ROWS pixels; for each work-item BX * COLUMNS and BY * ROWS places and weights
// Stores    outputs
#include "resize.clh"

#ifndef BX
#define BX 2
#define BY 4
#endif
#ifndef LX
#define LX 16
#define LY 16
#endif

#if !BYTES
#define TO_PIXEL(value) (value)
#elif CHANNELS == 1
#define TO_PIXEL(value) (convert_float(value) * (1.0f / 255.0f))
#else
#define TO_PIXEL(value) (convert_float4(value) * (1.0f / 255.0f))
#endif

// [kernel]
kernel __attribute__((reqd_work_group_size(LX, LY, 1))) void
resize(global const stored* restrict image, const int width, const int out_width,
       const int out_height, global const int* restrict columns,
       global const float* restrict column_weights, global const int* restrict rows,
       global const float* restrict row_weights, global stored* restrict output) {
  const int x0 = get_group_id(0) * LX * BX + get_local_id(0), y0 = get_global_id(1) * BY;
  int place[BX][COLUMNS];
  float weight[BX][COLUMNS];
#pragma unroll
  for (int b = 0; b < BX; ++b)
#pragma unroll
    for (int i = 0; i < COLUMNS; ++i) {
      const int entry = min(x0 + b * LX, out_width - 1) * COLUMNS + i;
      place[b][i] = columns[entry];
      weight[b][i] = column_weights[entry];
    }

  for (int y = y0; y < min(y0 + BY, out_height); ++y) {
    pixel sum[BX];
#pragma unroll
    for (int b = 0; b < BX; ++b)
      sum[b] = 0.0f;
#pragma unroll
    for (int j = 0; j < ROWS; ++j) {
      global const stored* row = image + rows[y * ROWS + j] * width;
      const float down = row_weights[y * ROWS + j];
#pragma unroll
      for (int b = 0; b < BX; ++b) {
        pixel line = 0.0f;
#pragma unroll
        for (int i = 0; i < COLUMNS; ++i)
          line += weight[b][i] * TO_PIXEL(row[place[b][i]]);
        sum[b] += down * line;
      }
    }
#pragma unroll
    for (int b = 0; b < BX; ++b)
      if (x0 + b * LX < out_width)
        output[y * out_width + x0 + b * LX] = FROM_PIXEL(sum[b]);
  }
}
// [/kernel]
