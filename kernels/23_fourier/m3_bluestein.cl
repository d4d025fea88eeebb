// m3: any N, as a convolution (Bluestein).
//
// Changed: a transform of N numbers becomes a convolution, which two transforms of M numbers compute, M a power of two that is
// not below 2N - 1. Why: N log N for a prime, too.
//
//   fourier_spread    the numbers times the chirp, then zeros up to M        fourier_pass  the transform of M (v14's kernel)
//   fourier_multiply  times the chirp's transform                           fourier_pass  back
//   fourier_gather    times the chirp
//
// From      m2
// NDRange   M * lines, M * lines and N * lines work-items in all, any local size
// Loads     spread: N, multiply: 2M, gather: N float2s for each line     Stores: M, M and N
//
// Counted at 32*3, APART=2048 GROUP=256 LONGEST=4096 POINTS=16 SIDE=8:   loads  stores  constant  local: loads  stores
//   fourier_filter 0 64 0 0 0
//   fourier_pass 6144 448 0 12288 12288
//   fourier_spread 96 192 0 0 0
//   fourier_multiply 384 192 0 0 0
//   fourier_gather 96 96 0 0 0

// [kernel]
#include "bluestein.clh"

kernel void fourier_spread(global const float2* x, global float2* padded, const int N, const int M,
                           const int stride, const int lines) {
  const int g = get_global_id(0), n = g % M, l = g / M;
  if (l >= lines)
    return;
  float2 z = 0.0f;
  if (n < N)
    z = times(INPUT(x[number_at(l, n, N, stride)]), chirp(n, N));
  padded[g] = z;
}

kernel void fourier_multiply(global const float2* padded, global float2* product, const int M,
                             const int lines, global const float2* filter) {
  const int g = get_global_id(0);
  if (g / M < lines)
    product[g] = times(padded[g], filter[g % M]);
}

kernel void fourier_gather(global const float2* convolved, global float2* X, const int N,
                           const int M, const int stride, const int lines) {
  const int g = get_global_id(0), k = g % N, l = g / N;
  if (l >= lines)
    return;
  X[number_at(l, k, N, stride)] = OUTPUT(times(convolved[l * M + k], chirp(k, N)));
}
// [/kernel]

// The filter: the chirp turned the other way, for -N < n < N. Number M - n stands for -n.
kernel void fourier_filter(global float2* filter, const int N, const int M, const float scale) {
  const int m = get_global_id(0), n = min(m, M - m);
  if (m >= M)
    return;
  const float2 c = chirp(n, N);
  filter[m] = n < N ? scale * (float2)(c.x, -c.y) : (float2)(0.0f);
}
