// r2: two real numbers as one complex number.
//
// Changed: z[n] = x[2n] + i x[2n + 1] is transformed, N/2 numbers; the transforms of the even and the odd numbers are taken apart,
// and joined as in a last stage of radix 2. Why: half the numbers. In memory nothing has to be packed: the floats lie so already.
//
//   fourier_pass   the transform of N/2 (v14's kernel)
//   fourier_unzip  E[k] = (Z[k] + conj Z[N/2 - k]) / 2, O[k] = (Z[k] - conj Z[N/2 - k]) / 2i, X[k] = E[k] + e^(-2 pi i k/N) O[k]
//
// From      r1
// NDRange   (N/2 + 1) * batch work-items in all, any local size
// Requires  N even
// Loads     2 float2s for each result     Stores: 1 float2 for each result

// [kernel]
#include "complex.clh"

kernel void fourier_unzip(global const float2* Z, global float2* X, const int pairs, const int batch) {
  const int g = get_global_id(0), k = g % (pairs + 1), b = g / (pairs + 1);
  if (b >= batch)
    return;
  const float2 z = Z[b * pairs + k % pairs];
  const float2 mirror = Z[b * pairs + (pairs - k) % pairs] * (float2)(1.0f, -1.0f);
  const float2 even = 0.5f * (z + mirror), odd = 0.5f * (z - mirror);
  const float2 turned = times((float2)(odd.y, -odd.x), root(k, 2 * pairs));
  X[g] = even + turned;
}
// [/kernel]

// The way back: Z[k] = E[k] + i O[k], with E = (X[k] + conj X[N/2 - k]) / 2 and O = (X[k] - conj X[N/2 - k]) / 2 e^(2 pi i k/N).
kernel void fourier_zip(global const float2* X, global float2* Z, const int pairs, const int batch) {
  const int g = get_global_id(0), k = g % pairs, b = g / pairs;
  if (b >= batch)
    return;
  const float2 x = X[b * (pairs + 1) + k];
  const float2 mirror = X[b * (pairs + 1) + pairs - k] * (float2)(1.0f, -1.0f);
  const float2 even = 0.5f * (x + mirror), w = root(k, 2 * pairs);
  const float2 odd = times(0.5f * (x - mirror), (float2)(w.x, -w.y));
  Z[g] = even + (float2)(-odd.y, odd.x);
}
