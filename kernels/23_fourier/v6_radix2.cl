// v6: the fast Fourier transform, one stage a launch.
//
// Changed: log2 N stages with N/2 butterflies each, in the order of Stockham: natural order in, natural order out, no reversal
// of bits. Why: N log2 N instead of N*N terms.
//
//   p = 1, 2, 4 ... N/2: so long are the transforms that are ready. Item i takes two of their numbers, k = i mod p:
//     reads  x[i], x[i + N/2]      writes  y[2i - k], y[2i - k + p]
//
// From      v5
// NDRange   N/2 * batch work-items in all, any local size; log2 N launches
// Requires  N a power of two, 2 at least
// Loads     2 float2s for each work-item     Stores: 2 float2s for each work-item
//
// Counted at 32*3:   loads  stores  constant  local: loads  stores
//   fourier_radix2 480 480 0 0 0

// [kernel]
#include "complex.clh"

kernel void fourier_radix2(global const float2* x, global float2* y, const int pairs, const int p,
                           const int count) {
  const int g = get_global_id(0);
  if (g >= count)
    return;
  const int i = g % pairs, k = i % p;
  global const float2* from = x + 2 * (g - i); // a line has 2 * pairs numbers
  global float2* to = y + 2 * (g - i);
  const float2 a = p == 1 ? INPUT(from[i]) : from[i];
  float2 b = p == 1 ? INPUT(from[i + pairs]) : from[i + pairs];
  b = times(b, root(k, 2 * p));
  const int j = 2 * i - k;
  to[j] = p == pairs ? OUTPUT(a + b) : a + b;
  to[j + p] = p == pairs ? OUTPUT(a - b) : a - b;
}
// [/kernel]
