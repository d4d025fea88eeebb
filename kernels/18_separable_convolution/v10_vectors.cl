// v10: four floats side by side in each work-item, loaded and stored as one vector.
//
// Changed: an image row is a row of floats, and starts at an aligned address (`pitch` pixels apart,
// also in the middle image). A work-item of the rows computes four floats from a window of aligned
// float4s; one of the columns slides down four columns at once.
// Why: a load of 16 bytes costs one instruction, like one of 4. The rows load 6 float4s for 4 outputs
// (radius 8) in place of 20 floats, the columns one in place of four. On a CPU a multiply-add of
// four floats is one instruction.
//
// NDRange   2-D: ceil(width * CHANNELS / 4) x height of the middle image; its pitch * CHANNELS / 4 columns
//           of the output that have one x ceil(height / STRIP); rounded up to any local size
// Local     none
// Needs     rows of input and middle image start at multiples of 16 bytes
// Loads     for each work-item of the rows with an output: WINDOW / 4 float4s where its window lies inside
//           of the row, else its floats that exist, constant 2 * RX + 1; of the columns as v9, in float4s
// Stores    output float4s; single floats in one that the end of an output row cuts
// Counted at 17x9, radius 3x2, CLX=4 CLY=8 RLX=8 RLY=4 STRIP=32:    loads  stores  constant  local: loads  stores
//   grey reflect rows          378      45       315             0       0
//   grey reflect columns        65      45       305             0       0
//   RGBA valid   rows          693      99       693             0       0
//   RGBA valid   columns        99      55       451             0       0
#ifndef STRIP
#define STRIP 32
#endif
#ifndef RX
#define RX 8
#define RY 8
#endif
#include "strip.clh"

// [kernel]
kernel void rows(global const float* restrict input, const int width, const int height,
                 const int pitch, constant float* weights, global float* restrict middle,
                 const int middle_pitch) {
  const int out_x = get_global_id(0) * 4, y = get_global_id(1);
  if (out_x >= output_extent(width, TAPS(RX)) * CHANNELS || y >= height)
    return;
  const int x = out_x - LEFT;
  input += y * pitch * CHANNELS;
  float window[WINDOW];
  if (x >= 0 && x + WINDOW <= width * CHANNELS) {
#pragma unroll
    for (int k = 0; k < WINDOW; k += 4)
      put4(*(global const float4*)(input + x + k), window + k);
  } else {
#pragma unroll
    for (int k = 0; k < WINDOW; ++k) {
      const int from = border_float(x + k, width);
      window[k] = from < 0 ? 0.0f : input[from];
    }
  }
  float4 sum = 0.0f;
#pragma unroll
  for (int i = 0; i < TAPS(RX); ++i)
    sum += weights[i] * get4(window + SKIP + i * CHANNELS);
  *(global float4*)(middle + y * middle_pitch * CHANNELS + out_x) = sum;
}

kernel void columns(global const float* restrict middle, const int width, const int height,
                    const int pitch, constant float* weights, global float* restrict output) {
  const int x = get_global_id(0) * 4, y = get_global_id(1) * STRIP;
  const int rows = min(STRIP, output_extent(height, TAPS(RY)) - y);
  if (x >= width * CHANNELS || rows <= 0)
    return;
  float4 sum[TAPS(RY)];
#pragma unroll
  for (int j = 0; j < TAPS(RY); ++j)
    sum[j] = 0.0f;
#pragma unroll 1
  for (int r = 0; r < rows + 2 * RY; ++r) {
    const int row = border_index(y - BEFORE(TAPS(RY)) + r, height);
    const float4 p =
        row < 0 ? (float4)(0.0f) : *(global const float4*)(middle + row * pitch * CHANNELS + x);
#pragma unroll
    for (int j = 0; j < TAPS(RY); ++j)
      sum[j] += weights[2 * RY - j] * p;
    if (r >= 2 * RY)
      write_float4(output + (y + r - 2 * RY) * width * CHANNELS, width * CHANNELS, x, sum[0]);
#pragma unroll
    for (int j = 0; j < 2 * RY; ++j)
      sum[j] = sum[j + 1];
    sum[2 * RY] = 0.0f;
  }
}
// [/kernel]
