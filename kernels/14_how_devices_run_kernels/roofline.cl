// Kernels to place under the roofline. Each of them reads n floats once and writes n floats once.
//
// Data      in, out: n floats; n is a multiple of 1024
// NDRange   1-D: n work-items, for `chains` a work-item for each CHAINS * LANES floats; any local size. The global size
//           may be larger: the guards turn the surplus work-items away
// Traffic   8 bytes for each number
// Work      for each number: scale and columns 2 FLOP, sine 16, chains 2 * rounds
//
// Options   CHAINS: values that a work-item keeps, independent of each other; VECTOR: the type of one, float to float16

// [scale]
kernel void scale(global const float* restrict in, global float* restrict out, uint n) {
  const uint i = get_global_id(0);
  if (i < n)
    out[i] = 2.0f * in[i] + 1.0f;
}
// [/scale]

// [columns]
#define ROWS 1024

kernel void columns(global const float* restrict in, global float* restrict out, uint n) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  const uint place = i % ROWS * (n / ROWS) + i / ROWS; // neighbours are n / ROWS numbers apart
  out[place] = 2.0f * in[place] + 1.0f;
}
// [/columns]

// [sine]
kernel void sine(global const float* restrict in, global float* restrict out, uint n) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  const float x = in[i], y = x * x;
  float sum = -1.0f / 1307674368000.0f; // -1 / 15!
  sum = sum * y + 1.0f / 6227020800.0f; // +1 / 13!
  sum = sum * y - 1.0f / 39916800.0f;
  sum = sum * y + 1.0f / 362880.0f;
  sum = sum * y - 1.0f / 5040.0f;
  sum = sum * y + 1.0f / 120.0f;
  sum = sum * y - 1.0f / 6.0f;
  sum = sum * y + 1.0f;
  out[i] = sum * x;
}
// [/sine]

// [chains]
#ifndef CHAINS
#define CHAINS 1
#define VECTOR float
#endif

kernel void chains(global const VECTOR* restrict in, global VECTOR* restrict out, uint n, float one,
                   uint rounds) {
  const size_t vectors = n / (sizeof(VECTOR) / sizeof(float));
  const size_t first = get_global_id(0), step = get_global_size(0);
  VECTOR x[CHAINS];
  for (int c = 0; c < CHAINS; ++c)
    x[c] = in[min(first + c * step, vectors - 1)];
  for (uint r = 0; r < rounds; ++r) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c)
      x[c] = x[c] * one + one; // needs this x[c] of the round before, and no other
  }
  for (int c = 0; c < CHAINS; ++c)
    if (first + c * step < vectors)
      out[first + c * step] = x[c];
}
// [/chains]
