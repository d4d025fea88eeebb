// v1: the definition.
//
// X[k] = sum over n of x[n] e^(-2 pi i n k/N): a work-item for each k. The sum is kept in global memory, and each of its terms
// takes four sines and cosines, as the formula is written.
//
//   item g:  result k = g mod N of transform g / N
//
// NDRange   N * batch work-items in all; any local size
// Requires  N below 2^15.5, so that n * k is an int
// Loads     2 floats of x and 2 of X for each term     Stores: 2 floats for each term, and 2 before
//
// Counted at 32*3:   loads  stores  constant  local: loads  stores
//   fourier_naive 6144 6336 0 0 0

// [kernel]
#include "complex.clh"

kernel void fourier_naive(global const float* x, global float* X, const int N, const int count) {
  const int g = get_global_id(0), k = g % N;
  if (g >= count)
    return;
  global const float* line = x + 2 * (g - k);
  X[2 * g] = 0.0f;
  X[2 * g + 1] = 0.0f;
  for (int n = 0; n < N; ++n) {
    // [term]
    const float angle = 2.0f * (n * k % N) / N; // in units of pi
    const float re = line[2 * n], im = line[2 * n + 1];
    X[2 * g] += re * cospi(angle) + SIGN * im * sinpi(angle);
    X[2 * g + 1] += im * cospi(angle) - SIGN * re * sinpi(angle);
    // [/term]
  }
#ifdef INVERSE
  X[2 * g] /= N;
  X[2 * g + 1] /= N;
#endif
}
// [/kernel]
