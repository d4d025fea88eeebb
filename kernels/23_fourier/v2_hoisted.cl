// v2: the same sum, written well.
//
// Changed: the sum is private, and a term takes one sine and one cosine. Why: nothing is read back that was just written, and
// half of the expensive functions are gone.
//
// From      v1
// NDRange   N * batch work-items in all; any local size
// Loads     1 float2 for each term     Stores: 1 float2 for each result
//
// Counted at 32*3:   loads  stores  constant  local: loads  stores
//   fourier_hoisted 3072 96 0 0 0

// [kernel]
#include "complex.clh"

kernel void fourier_hoisted(global const float2* x, global float2* X, const int N,
                            const int count) {
  const int g = get_global_id(0), k = g % N;
  if (g >= count)
    return;
  global const float2* line = x + (g - k);
  float2 sum = 0.0f;
  for (int n = 0; n < N; ++n)
    sum += times(INPUT(line[n]), root(n * k % N, N));
  X[g] = OUTPUT(sum);
}
// [/kernel]
