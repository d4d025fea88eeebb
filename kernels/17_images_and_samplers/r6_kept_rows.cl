// r6: a row of the input is mixed once for several rows of the output.
//
// Changed (from r5): a work-item keeps the rows that it has mixed in x, and mixes another only when the next output
// needs one that it has not.
// Why: two outputs below each other are often made of the same rows: of BY = 4 at a scale of 1.5 r5 mixes 8, and 3 or
// 4 are different.
//
// NDRange   as r5
// Local     none; groups of LX x LY
// Needs     as r5
// Loads     for each work-item BX * COLUMNS pixels of each row that its outputs are made of (and, where the picture
//           becomes so much smaller that no two outputs share a row, as r5); places and weights as r5
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

  // [keep]
  int have[ROWS]; // the row of the input that is in lines[j]
  pixel lines[ROWS][BX];
#pragma unroll
  for (int j = 0; j < ROWS; ++j) {
    have[j] = -1;
#pragma unroll
    for (int b = 0; b < BX; ++b)
      lines[j][b] = 0.0f;
  }
  for (int y = y0; y < min(y0 + BY, out_height); ++y) {
    pixel sum[BX];
#pragma unroll
    for (int b = 0; b < BX; ++b)
      sum[b] = 0.0f;
#pragma unroll
    for (int j = 0; j < ROWS; ++j) {
      const int wanted = rows[y * ROWS + j];
      if (have[j] != wanted) {
        const bool moves_up = j + 1 < ROWS && have[min(j + 1, ROWS - 1)] == wanted;
#pragma unroll
        for (int b = 0; b < BX; ++b) {
          pixel line = lines[min(j + 1, ROWS - 1)][b];
          if (!moves_up) {
            line = 0.0f;
#pragma unroll
            for (int i = 0; i < COLUMNS; ++i)
              line += weight[b][i] * TO_PIXEL(image[wanted * width + place[b][i]]);
          }
          lines[j][b] = line;
        }
        have[j] = wanted;
      }
      const float down = row_weights[y * ROWS + j];
#pragma unroll
      for (int b = 0; b < BX; ++b)
        sum[b] += down * lines[j][b];
      // [/keep]
    }
#pragma unroll
    for (int b = 0; b < BX; ++b)
      if (x0 + b * LX < out_width)
        output[y * out_width + x0 + b * LX] = FROM_PIXEL(sum[b]);
  }
}
// [/kernel]
