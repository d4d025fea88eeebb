// r1: real input as complex numbers.
//
// The imaginary parts are zeros; half of the results are dropped, because they are the mirror image of the others. Twice the
// work, and twice the memory.
//
//   fourier_widen  floats to complex numbers      fourier_pass  the transform of N (v14's kernel)
//   fourier_keep   the first N/2 + 1 results
//
// From      v14
// NDRange   N * batch and (N/2 + 1) * batch work-items in all, any local size
// Loads     N floats, N/2 + 1 float2s for each transform     Stores: N and N/2 + 1 float2s

// [kernel]
#include "complex.clh"

kernel void fourier_widen(global const float* x, global float2* z, const int count) {
  const int g = get_global_id(0);
  if (g < count)
    z[g] = (float2)(x[g], 0.0f);
}

kernel void fourier_keep(global const float2* Z, global float2* X, const int N, const int batch) {
  const int results = N / 2 + 1, g = get_global_id(0), k = g % results, b = g / results;
  if (b < batch)
    X[g] = Z[b * N + k];
}
// [/kernel]

// The way back, for N odd.
kernel void fourier_mirror(global const float2* X, global float2* Z, const int N, const int batch) {
  const int g = get_global_id(0), k = g % N, b = g / N, results = N / 2 + 1;
  if (b >= batch)
    return;
  const float2 z = X[b * results + (k < results ? k : N - k)];
  Z[g] = k < results ? z : (float2)(z.x, -z.y);
}

kernel void fourier_narrow(global const float2* z, global float* x, const int count) {
  const int g = get_global_id(0);
  if (g < count)
    x[g] = z[g].x;
}
