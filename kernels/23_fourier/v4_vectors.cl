// v4: four terms at once.
//
// Changed: one load brings four complex numbers, and sines, cosines and products are those of vectors. Why: fewer, wider
// loads, and vector instructions where the device has them.
//
// From      v2
// NDRange   N * batch work-items in all; any local size
// Loads     1 float8 for four terms, 1 float2 for each of the N mod 4 last     Stores: 1 float2 for each result
//
// Counted at 32*3:   loads  stores  constant  local: loads  stores
//   fourier_vectors 768 96 0 0 0

// [kernel]
#include "terms.clh"

kernel void fourier_vectors(global const float* x, global float2* X, const int N,
                            const int count) {
  const int g = get_global_id(0), k = g % N;
  if (g >= count)
    return;
  global const float* line = x + 2 * (g - k);
  float2 sum = 0.0f;
  int n = 0;
  for (; n + 4 <= N; n += 4)
    sum += four_terms(vload8(n / 4, line), n, k, N);
  for (; n < N; ++n)
    sum += times(INPUT(vload2(n, line)), root(n * k % N, N));
  X[g] = OUTPUT(sum);
}
// [/kernel]
